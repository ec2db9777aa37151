import { expect, onTestFinished } from 'vitest'
import { inTransaction } from '../../src/domain/call/index.ts'
import type { MailState } from '../../src/domain/mails/index.ts'
import { queueMails } from '../../src/domain/mails/inside.ts'
import type { ProjectDraft } from '../../src/domain/projects/index.ts'
import { type Id, newId } from '../../src/foundation/ids/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { type SenderOptions, sendMails } from '../../src/send-mails.ts'
import { emptiedDatabase, emptiedService } from '../harness/emptied-database.ts'
import { type MailServer, startMailServer } from '../harness/mail-server.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { type Members, startProject, type TestProject } from '../harness/project.ts'
import { type SharedService, startService } from '../harness/service.ts'

export interface Told {
  readonly type: string
  readonly event: string
  readonly post: string
  readonly comment?: string
  readonly entry?: string
  /** Now, if absent. */
  readonly at?: Date
}

export interface MailStage extends TestProject {
  readonly running: SharedService
  readonly mailServer: MailServer
  /** Signs somebody in whose address is verified, and answers with their id. */
  reader(sub: string, claims?: Members): Promise<Id<'user'>>
  /** So many people whose addresses are verified, each a different one. */
  crowd(count: number): Promise<Id<'user'>[]>
  newPost(title: string): Promise<{ readonly id: Id<'post'>; readonly number: number }>
  statusNamed(name: string): Promise<string>
  /** The last event of a type. */
  lastEvent(type: string): Promise<string>
  /** Writes notifications as the reader of the events does, with the mails for them. */
  tell(users: readonly Id<'user'>[], told: Told): Promise<void>
  /** Sends whatever is due, until the test ends. */
  startSender(options?: Pick<SenderOptions, 'stopWithinMs' | 'count'>): Promise<{ stop(): Promise<void> }>
  /** The state of every mail, oldest first. */
  states(): Promise<MailState[]>
  /** Resolves once the mails are in these states. */
  settledAs(...states: MailState[]): Promise<void>
}

interface StageOptions {
  /** Of a service that ends with the test. */
  readonly environment?: Record<string, string>
  readonly now?: () => Date
  readonly draft?: Partial<ProjectDraft>
  readonly mailServer?: MailServer
  readonly isOff?: boolean
  /** For a test that changes tables or starts processes. */
  readonly isAlone?: boolean
}

const NO_DELAY = { MAIL_DELAY_SECONDS: '0' }
/** Nothing listens there: the sender of a test has a mail server of its own. */
const MAIL_ON = { ...NO_DELAY, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Feedback <feedback@acme.example>' }

/** A service that says that it sends mail. Nobody takes what it sends. */
export function mailingService(): Promise<SharedService> {
  return emptiedService(MAIL_ON)
}

/** A project on a database without others, and a real mail server: a sender takes the mails of every project. */
export async function startMailStage(
  options: StageOptions = {},
): Promise<MailStage & { readonly databaseName: string }> {
  const { now, isOff = false, isAlone = false, environment } = options
  const connection = isAlone ? (await ownDatabase()).connection : await emptiedDatabase()
  const mailServer = options.mailServer ?? (await startMailServer())
  const isKept = !isAlone && environment === undefined
  const toServer = isOff ? NO_DELAY : { ...MAIL_ON, SMTP_URL: mailServer.url }
  const service = isKept
    ? await emptiedService(isOff ? NO_DELAY : MAIL_ON, now)
    : await startService({ ...toServer, ...environment }, now, connection)
  const config = isKept && !isOff ? { ...service.config, smtpUrl: mailServer.url } : service.config
  const running = { ...service, config }
  return { ...(await stageIn(running, mailServer, options)), databaseName: connection.database }
}

/** Another project of the same service. */
export async function stageIn(
  running: SharedService,
  mailServer: MailServer,
  options: StageOptions = {},
): Promise<MailStage> {
  const { now, draft } = options
  const project = await startProject({ service: running, ...(now && { now }), ...(draft && { draft }) })
  const { sql } = running.database
  const projectId = project.project.id
  let statuses: { readonly id: string; readonly name: string }[] | undefined
  const states = async () => {
    const rows = await sql<{ state: MailState }[]>`select state from mails where project_id = ${projectId} order by id`
    return rows.map(({ state }) => state)
  }
  const stage: MailStage = {
    ...project,
    running,
    mailServer,
    reader: async (sub, claims = {}) => {
      const { userId } = await project.signIn({ sub, email: `${sub}@example.com`, email_verified: true, ...claims })
      return userId as Id<'user'> // as the API calls it
    },
    crowd: async (count) => {
      const people = Array.from({ length: count }, () => newId('user'))
      await sql`
        insert into users (project_id, id, sub, email, email_verified, state, created_at, last_seen_at)
        select ${projectId}, id, id, id || '@example.com', true, 'active', now(), now() from unnest(${people}::text[]) as id`
      return people
    },
    newPost: async (title) => {
      const { body } = await project.server('POST', '/v1/posts', { title, body: 'It would help.' })
      return body
    },
    statusNamed: async (name) => {
      statuses ??= (await project.server('GET', '/v1/statuses')).body.data as { id: string; name: string }[]
      const status = statuses.find((status) => status.name === name)
      if (!status) throw new Error(`There is no status ${name}.`)
      return status.id
    },
    lastEvent: async (type) => {
      const [row] = await sql<{ id: string }[]>`
        select id from events where project_id = ${projectId} and type = ${type} order by id desc limit 1`
      return row?.id ?? ''
    },
    tell: (users, { type, event, post, comment, entry, at = project.call().now }) =>
      inTransaction(project.call(), async (call) => {
        await call.sql`
          insert into notifications (project_id, user_id, event_id, type, post_id, comment_id, changelog_entry_id, status_id, actor_kind, created_at)
          select ${projectId}, u, ${event}, ${type}, ${post}, ${comment}, ${entry},
            (select data ->> 'to_status_id' from events where project_id = ${projectId} and id = ${event}), 'system', ${at}
          from unnest(${users}::text[]) as u`
        const told = { eventId: event as Id<'event'>, postId: post as Id<'post'> } // as the log and the API call them
        await queueMails(call, { ...told, at, userIds: users }, running.config.mailDelaySeconds * 1000)
      }),
    startSender: async (options = {}) => {
      const { database, config } = running
      const log = createLog('trace', (line) => void running.logged.push(line))
      const sender = await sendMails({ database, config, log, patienceMs: 5_000, ...options, ...(now && { now }) })
      let stopped: Promise<void> | undefined
      const stop = () => {
        stopped ??= sender.stop()
        return stopped
      }
      onTestFinished(stop)
      return { stop }
    },
    states,
    settledAs: async (...wanted) => void (await expect.poll(states).toEqual(wanted)),
  }
  return stage
}

/** A post whose status was changed, with those who follow it. */
export async function changedPost(stage: MailStage, status = 'Planned', title = 'Recurring tasks') {
  const post = await stage.newPost(title)
  await stage.server('POST', `/v1/posts/${post.id}/status`, { status_id: await stage.statusNamed(status) })
  return { post, told: { type: 'status_changed', event: await stage.lastEvent('post.status_changed'), post: post.id } }
}
