import { isOfServer, type MailFailure } from '../../foundation/mail/index.ts'
import {
  type Call,
  inProject,
  inTransaction,
  type Project,
  type ServiceCall,
  type System,
  systemCallIn,
} from '../call/index.ts'
import { projectsByIds } from '../projects/inside.ts'
import { type Letter, readFacts, writeLetter } from './letter/letter.ts'
import type { Mail, SkipReason, TeamMail, UserMail } from './mail.ts'
import { type Settled, settle, takeDue } from './queue/store.ts'
import { insertSuppression } from './suppressions/store.ts'

/** Longer than a mail can be under way; after this somebody else takes it. */
const LEASE_MS = 5 * 60 * 1000
const MINUTE_MS = 60 * 1000
/** How long a mail that the server postponed waits, by how often it did so; then it is given up. */
const PAUSES_MS = [1, 5, 15, 60, 240, 480, 720, 1_440].map((minutes) => minutes * MINUTE_MS)
/** While the server takes no mail at all, each mail is tried again after this. The sender itself pauses, too. */
const AWAY_PAUSE_MS = MINUTE_MS / 2
/** How long mails wait for a server that is away. */
const AWAY_MOST_MS = 5 * 24 * 60 * MINUTE_MS

export interface TakeOptions {
  readonly delayMs: number
  readonly most: number
}

/** A mail to a user that nobody else sends for a while. */
interface TakenUserMail {
  readonly mail: UserMail
  readonly project: Project
  /** Fails by itself: what is wrong with one letter, or with one project, concerns no other. */
  letter(): Promise<Letter | SkipReason>
}

/** The room team-mails reads it. */
interface TakenTeamMail {
  readonly mail: TeamMail
  readonly project: Project
  readonly letter?: never
}

export type Taken = TakenUserMail | TakenTeamMail

/**
 * What came of it: why there is nothing to send; that no mail server is set up; that nobody asked the server, so that it is free again; or what the
 * server said.
 */
export type Result = { readonly mail: Mail } & (
  | { readonly came: 'skipped'; readonly reason: SkipReason }
  | { readonly came: 'off' | 'untried' | 'sent' }
  | Failed
)

interface Failed {
  readonly came: 'failed'
  readonly project: Project
  readonly email: string
  readonly failure: MailFailure
}

/** Mails that are due, and what those to users say now: a few statements for each project, however many there are. */
export async function takeMails(call: Call<System> & ServiceCall, options: TakeOptions): Promise<Taken[]> {
  const mails = await takeDueMails(call, options)
  const byProject = Map.groupBy(mails, ({ projectId }) => projectId)
  const projects = await projectsByIds(call, [...byProject.keys()])
  const taken: Taken[] = []
  for (const project of projects.values()) {
    const ofProject = byProject.get(project.id) ?? []
    const facts = readFacts(systemCallIn(call, project), ofProject.filter(isForUser))
    await facts.catch(() => {}) // whoever asks for a letter gets the failure
    for (const mail of ofProject)
      taken.push(
        isForUser(mail) ? { mail, project, letter: async () => writeLetter(await facts, mail) } : { mail, project },
      )
  }
  return taken
}

function isForUser(mail: Mail): mail is UserMail {
  return mail.userId !== undefined
}

/** Those that are tried again get no more than half of the places: new ones of another project do not wait for them. */
async function takeDueMails(call: ServiceCall, { delayMs, most }: TakeOptions): Promise<Mail[]> {
  const at = call.now.getTime()
  const until = new Date(at + LEASE_MS)
  const again = await takeDue(call, 'sending', { dueBefore: call.now, until, most: Math.ceil(most / 2) })
  const dueBefore = new Date(at - delayMs)
  return [...again, ...(await takeDue(call, 'waiting', { dueBefore, until, most: most - again.length }))]
}

/** Writes what came of mails, all at once but for addresses that are refused. */
export async function settleMails(call: ServiceCall, results: readonly Result[]): Promise<void> {
  const others = results.filter((result) => !isAddressRefused(result))
  await settle(
    call,
    others.map((result) => settledOf(call, result)),
  )
  for (const result of results.filter(isAddressRefused)) await refuseAddress(call, result)
}

function isAddressRefused(result: Result): result is Result & Failed {
  return result.came === 'failed' && result.failure.kind === 'address_refused'
}

/** The mail holds its row until both are done: an erasure waits for it, and an address that was erased meanwhile is not written down again. */
function refuseAddress(call: ServiceCall, result: Result & Failed): Promise<void> {
  const { project, email, failure } = result
  return inTransaction(call, async (call) => {
    const isThere = (await settle(call, [settledOf(call, result)])) > 0
    if (isThere) await insertSuppression(inProject(call, project), email, failure.answer ?? failure.kind)
  })
}

/** What the server said decides whether the mail is done, is tried again, or is never tried again. */
function settledOf(call: Call, result: Result): Settled {
  const { mail, came } = result
  switch (came) {
    case 'skipped':
      return { mail, state: came, reason: result.reason }
    case 'untried':
      return { mail, state: 'sending', reason: mail.reason, answer: mail.answer, dueAt: call.now }
    case 'off':
    case 'sent':
      return { mail, state: came }
    case 'failed':
      return failedOf(call, mail, result.failure)
  }
}

function failedOf(call: Call, mail: Mail, failure: MailFailure): Settled {
  const { kind: reason, answer } = failure
  if (reason === 'address_refused' || reason === 'mail_refused') return { mail, state: 'refused', reason, answer }
  const isAway = isOfServer(failure)
  const pause = isAway ? awayPause(call, mail) : PAUSES_MS[mail.attempts]
  if (pause === undefined) return { mail, state: 'failed', reason, answer }
  const attempts = mail.attempts + (isAway ? 0 : 1)
  return { mail, state: 'sending', reason, answer, attempts, dueAt: new Date(call.now.getTime() + pause) }
}

/** Undefined: it is not tried again. */
function awayPause({ now }: Call, { triedAt = now }: Mail): number | undefined {
  return now.getTime() - triedAt.getTime() > AWAY_MOST_MS ? undefined : AWAY_PAUSE_MS
}
