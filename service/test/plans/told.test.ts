import { randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../../../generator/sessions.ts'
import { readConfig } from '../../src/config.ts'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import {
  deleteMailsBefore,
  listMails,
  listSuppressions,
  MOST_COUNTED,
  mailTrouble,
  settleMails,
  suppressAddress,
  takeMails,
} from '../../src/domain/mails/index.ts'
import { deleteMailsOf, insertOperatorMails } from '../../src/domain/mails/inside.ts'
import { selectMail } from '../../src/domain/mails/list-store.ts'
import { selectIsMuted } from '../../src/domain/mails/unsubscribe/store.ts'
import {
  deleteNotificationsBefore,
  noteEvents,
  openNotifications,
  tellNext,
} from '../../src/domain/notifications/index.ts'
import { deleteNotificationsOf } from '../../src/domain/notifications/inside.ts'
import type { Project } from '../../src/domain/projects/index.ts'
import { choicesOf, recipientsOf } from '../../src/domain/team-mails/choices.ts'
import { selectMoved } from '../../src/domain/team-mails/store.ts'
import { readSummary } from '../../src/domain/team-mails/summary.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { hashSecret } from '../../src/foundation/secrets/index.ts'
import { createService, type Service } from '../../src/service.ts'
import { settled } from '../events/settled.ts'
import { heldPort } from '../harness/ports.ts'
import { type Database, generatedProject, ownDatabase, withoutChecks } from './board.ts'
import { complaints, rowsRead } from './plan.ts'
import { type Recorded, recordOn } from './recorder.ts'

/* What people are told and mailed, where very many are: nothing may read more than it answers with, also in tables that nobody has analyzed. */

const PEOPLE = 2_000
/** ROWS=1000000 measures with as many as a large service has. */
const NOTIFICATIONS = Number(process.env.ROWS ?? 20_000)
/** Of one person. */
const OWN = 2_000
const MAILS = 20_000
const VOTES = 20_000
/** Of the project, on the day of a summary. */
const VOTES_OF_DAY = 100
const OTHER_PROJECTS = 200
/** Of other people: addresses without mail, posts without mail, operators with their choices. */
const OTHERS = 3_000
/** Mails of the person with very many notifications. */
const OWN_MAILS = 20
const DAY_MS = 24 * 60 * 60 * 1000
/** So many mails are taken at once, and so many people told. */
const PORTION = 50
/** A look at each project with mails, and some rows for each mail of a portion. */
const FEW = 1_500
const LARGE = /notifications|mails|users|votes/
const TABLES = ['users', 'posts', 'post_standings', 'follows', 'votes', 'notifications', 'notification_rounds', 'mails']

let database: Database
let recorder: Awaited<ReturnType<typeof recordOn>>
let service: Service
let project: Project
let secretKey: string
let sessions: string[]
let origin: string
const config = readConfig({ RATE_LIMIT_FACTOR: '0' })
const call = (later = 0) =>
  systemCall(recorder.database, config, new Date(database.storage.clock.now().getTime() + later))

beforeAll(async () => {
  database = await ownDatabase()
  for (const table of TABLES) await database.client.query(`alter table ${table} set (autovacuum_enabled = false)`)
  const size = { posts: 2_000, votes: 2_000, comments: 500, users: 200, words: 500 }
  ;({ project, secretKey } = await generatedProject(database, 'crowd', size, { analyze: false }))
  sessions = await signIn(database.client, project.id, PEOPLE, { analyze: false })
  await withoutChecks(database, fill)
  recorder = await recordOn(database.storage, { runChanges: true })
  const { held, port } = await heldPort()
  const served = readConfig({ PORT: String(port), RATE_LIMIT_FACTOR: '0' })
  service = await createService({
    config: served,
    version: '0.0.0-test',
    database: recorder.database,
    registry: new Registry(),
    log: createLog('silent', () => {}),
  })
  await new Promise<void>((ready) => service.server.listen(held, ready))
  origin = served.apiOrigin
})

afterAll(async () => {
  await service?.stop()
  await recorder?.close()
  await database?.close()
})

/** Notifications of many people and of one with very many; mails that are due, tried again, and digests; other projects with a digest each. */
async function fill(): Promise<void> {
  const { client } = database
  const [session = ''] = sessions
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run(`create temp table people as
    select u.id, row_number() over (order by s.token_hash is null, u.id) as n from users u
    left join sessions s on s.user_id = u.id and s.token_hash = '\\x${hashSecret(session).toString('hex')}'
    where u.email is null and u.sub = u.id`)
  await run(`update users set email = id || '@example.com', email_verified = true where id in (select id from people)`)
  await run(`create temp table ideas as
    select s.post_id, s.status_id, row_number() over (order by s.post_id) as n from post_standings s where s.is_listed`)
  // The first person has very many.
  await run(
    `insert into notifications (project_id, user_id, event_id, type, post_id, status_id, actor_kind, created_at, read_at)
     select $1, p.id, 'evt_' || lpad(e.n::text, 26, '0'), 'status_changed', i.post_id, i.status_id, 'system', now(),
       case when e.n % 2 = 0 then now() end
     from generate_series(1, $2::int) as e (n)
     join people p on p.n = case when e.n <= $3 then 1 else 2 + e.n % ($4::int - 1) end
     join ideas i on i.n = 1 + e.n % (select count(*) from ideas)`,
    [project.id, NOTIFICATIONS, OWN, PEOPLE],
  )
  // Those that are due first are of people who were told; most of the others are of nobody.
  await run(
    `insert into mails (project_id, id, user_id, about, event_ids, state, due_at, created_at)
     select $1, 'mai_' || lpad(m.n::text, 26, '0'), coalesce(n.user_id, 'usr_' || m.n),
       case when m.n % 3 = 0 then 'digest' else 'pst_' || m.n end, array['evt_' || lpad((m.n + $3)::text, 26, '0')],
       case when m.n % 100 = 1 then 'sending' else 'waiting' end,
       case when m.n % 3 = 0 then now() + interval '1 day' else now() - interval '1 hour' + m.n * interval '1 millisecond' end, now()
     from generate_series(1, $2::int) as m (n)
     left join notifications n on n.project_id = $1 and n.event_id = 'evt_' || lpad((m.n + $3)::text, 26, '0') and m.n <= 1000
     on conflict do nothing`,
    [project.id, MAILS, OWN],
  )
  await run(
    `insert into mails (project_id, id, user_id, about, event_ids, state, reason, due_at, created_at)
     select $1, 'mai_away_' || n, 'usr_' || n, 'digest', '{}', 'sending', 'away', now() + interval '9 days', now() from generate_series(1, $2::int) as n`,
    [project.id, 2 * MOST_COUNTED],
  )
  await run(
    `insert into events_kept (project_id, id, type, subject_id, actor_kind, data, at)
     select $1, 'evt_other_' || n, 'comment.created', 'cmt_' || n, 'user', '{}', now() from generate_series(1, 5000) as n`,
    [project.id],
  )
  await run(
    `insert into projects (id, slug, name, publishable_key, created_at, updated_at)
     select 'prj_' || n, 'other-' || n, 'Other', 'pk' || n, now(), now() from generate_series(1, $1::int) as n`,
    [OTHER_PROJECTS],
  )
  // In no order of time, as imports leave them; most are of other projects.
  await run(
    `insert into votes (project_id, post_id, user_id, created_at)
     select case when n % 10 = 0 then $1 else 'prj_' || 1 + n % $3::int end, 'pst_' || n, 'usr_' || n,
       case when n % 10 <> 0 or n <= 10 * $4::int then now() - interval '1 hour' else now() - interval '2 days' - (n * 7919 % 1000) * interval '1 hour' end
     from generate_series(1, $2::int) as n`,
    [project.id, VOTES, OTHER_PROJECTS, VOTES_OF_DAY],
  )
  await run(
    `insert into mails (project_id, id, user_id, about, event_ids, state, due_at, created_at)
     select 'prj_' || n, 'mai_' || n, 'usr_' || n, 'digest', '{}', 'waiting', now() + interval '1 day', now()
     from generate_series(1, $1::int) as n`,
    [OTHER_PROJECTS],
  )
  await run(
    `insert into mails (project_id, id, user_id, about, event_ids, state, due_at, created_at)
     select $1, 'mai_own_' || m.n, p.id, 'pst_own_' || m.n, '{}', 'sent', now(), now() from generate_series(1, $2::int) as m (n), people p
     where p.n = 1`,
    [project.id, OWN_MAILS],
  )
  await run(
    `insert into mail_suppressions (project_id, id, email, reason, created_at)
     select $1, 'msp_' || n, 'gone-' || n || '@example.com', 'bounced', now() from generate_series(1, $2::int) as n`,
    [project.id, OTHERS],
  )
  await run(
    `insert into mail_mutes (project_id, user_id, post_id, created_at)
     select $1, 'usr_' || n, 'pst_' || n, now() from generate_series(1, $2::int) as n`,
    [project.id, OTHERS],
  )
  // The first three are of the project.
  await run(
    `insert into operators (id, email, is_vouched, created_at)
     select 'opr_' || n, 'opr-' || n || '@example.com', true, now() from generate_series(1, $1::int) as n`,
    [OTHERS],
  )
  const ofProject = `case when n <= 3 then $1 else 'prj_' || 1 + n % $3::int end`
  await run(
    `insert into operator_roles (project_id, operator_id, role, created_at)
     select ${ofProject}, 'opr_' || n, 'owner', now() from generate_series(1, $2::int) as n`,
    [project.id, OTHERS, OTHER_PROJECTS],
  )
  await run(
    `insert into operator_mail_choices (project_id, operator_id, kind, is_on)
     select ${ofProject}, 'opr_' || n, 'summary', true from generate_series(1, $2::int) as n`,
    [project.id, OTHERS, OTHER_PROJECTS],
  )
}

/** Few rows are looked at when it runs, and no plan goes through a table that is large here. */
function expectLean(statements: readonly Recorded[], most = FEW): void {
  expect(statements.length).toBeGreaterThan(0)
  const found = statements.flatMap(({ text, plans, run }) => {
    const whole = plans.flatMap((plan) => complaints(plan, Number.POSITIVE_INFINITY)).filter((one) => LARGE.test(one))
    const rows = run ? rowsRead(run) : 0
    return whole.length > 0 || rows > most ? [`${whole.join(', ')} ${rows} rows: ${text}`] : []
  })
  expect(found).toEqual([])
}

async function ask(method: string, path: string, { as, body }: { as: 'reader' | 'server'; body?: object }) {
  const [session = ''] = sessions
  const key: Record<string, string> =
    as === 'server'
      ? { authorization: `Bearer ${secretKey}` }
      : { 'x-project-key': project.publishableKey, authorization: `Bearer ${session}` }
  recorder.taken()
  const answer = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { ...key, ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect(answer.status, text).toBeLessThan(300)
  return { body: text === '' ? undefined : JSON.parse(text), statements: recorder.taken() }
}

describe.each([
  ['in tables that nobody has analyzed', false],
  ['in tables that were analyzed', true],
])('%s', (_, isAnalyzed) => {
  beforeAll(async () => {
    if (!isAnalyzed) return
    await database.client.query('update notifications set read_at = null where created_at < now()')
    await database.client.query('analyze')
  })

  test('mails that are due are taken and settled without a look at the others, and of each project some', async () => {
    recorder.taken()
    const taken = await takeMails(call(), PORTION)
    expect(taken).toHaveLength(PORTION)
    const letters = await Promise.all(taken.map(({ letter }) => letter?.()))
    expect(letters.filter((letter) => typeof letter === 'object')).not.toEqual([])
    expectLean(recorder.taken())
    await settleMails(
      call(),
      taken.map(({ mail }) => ({ mail, came: 'sent' })),
    )
    expectLean(recorder.taken(), 5 * PORTION)
  })

  test('digests are taken in their hour without a look at the others', async () => {
    recorder.taken()
    const taken = await takeMails(call(2 * DAY_MS), PORTION)
    expect(new Set(taken.map(({ mail }) => mail.projectId)).size).toBeGreaterThan(PORTION / 4)
    const statements = recorder.taken()
    const takes = statements.filter(({ text }) => text.includes('skip locked'))
    expect(takes).toHaveLength(2)
    expectLean(statements)
  })

  test('the mails of one state are listed, and those that wait for the server counted, without a look at all others', async () => {
    const here = systemCallIn(call(), project)
    recorder.taken()
    for (const state of ['failed', 'refused', 'waiting'] as const)
      await listMails(here, { state }, { limit: 20, after: undefined })
    expectLean(recorder.taken(), PORTION)
    expect(await mailTrouble(here)).toMatchObject({ waiting: MOST_COUNTED, mail: { reason: 'away' } })
    expectLean(recorder.taken())
  })

  test('the posts whose status was changed on a day are found without a look at what else happened that day', async () => {
    const now = call().now.getTime()
    recorder.taken()
    await selectMoved(systemCallIn(call(), project), new Date(now - DAY_MS), new Date(now + DAY_MS), 10)
    expectLean(recorder.taken(), PORTION)
  })

  // The votes of one day are few, and lie among those of all projects and days.
  test('the summary of a day reads what happened in the project that day, and the posts that it shows', async () => {
    const to = new Date(call().now.getTime() + 60 * 1000)
    recorder.taken()
    const summary = await readSummary(systemCallIn(call(), project), to)
    expect(summary?.votes).toBeGreaterThanOrEqual(VOTES_OF_DAY)
    const statements = recorder.taken()
    const counts = statements.filter(({ text }) => text.includes('from votes'))
    expect(counts).toHaveLength(1)
    const { posts = 0, votes = 0, comments = 0 } = summary ?? {}
    expectLean(counts, 2 * (posts + votes + comments))
    expectLean(statements)
  })

  test('a person with thousands of notifications reads, counts and marks their own rows at most', async () => {
    const page = await ask('GET', '/me/notifications?limit=20', { as: 'reader' })
    expect(page.body).toMatchObject({ unread_count: 100 })
    expectLean(page.statements, 4 * OWN)
    const next = await ask('GET', `/me/notifications?limit=20&cursor=${page.body.next_cursor}`, { as: 'reader' })
    expectLean(next.statements, 4 * OWN)
    const [newest] = page.body.data
    const { statements } = await ask('POST', '/me/notifications/read', { as: 'reader', body: { up_to: newest.id } })
    expectLean(statements, 3 * OWN)
  })

  test('an erasure, a link to unsubscribe, a suppressed address and a single mail each find their own rows', async () => {
    const here = systemCallIn(call(), project)
    const { rows } = await database.client.query<{ id: Id<'user'>; email: string }>(
      'select p.id, u.email from people p join users u on u.id = p.id where p.n = $1',
      [isAnalyzed ? 2 : 3],
    )
    const [person] = rows
    if (!person) throw new Error('There are people')
    const own = await database.client.query(
      'select 1 from notifications where user_id = $1 union all select 1 from mails where user_id = $1',
      [person.id],
    )
    recorder.taken()
    await selectIsMuted(here, person.id, 'pst_1')
    await suppressAddress(here, person.email, 'bounced')
    expect((await listSuppressions(here, { email: person.email }, { limit: 20, after: undefined })).items).toHaveLength(
      1,
    )
    const [mail] = (await listMails(here, {}, { limit: 1, after: undefined })).items
    if (mail) await selectMail(here, mail.id)
    await insertOperatorMails(here, { about: `summary:${isAnalyzed}`, dueAt: here.now }, ['opr_1', 'opr_2'])
    await deleteNotificationsOf(here, person.id)
    await deleteMailsOf(here, person.id)
    expectLean(recorder.taken(), 3 * (own.rowCount ?? 0) + PORTION)
    expect((await listSuppressions(here, { email: person.email }, { limit: 20, after: undefined })).items).toEqual([])
  })

  test('the export of a person, an address that is refused, and the choices of the team each find their own rows', async () => {
    const { statements } = await ask('GET', '/me/export', { as: 'reader' })
    const ofMails = statements.filter(({ text }) => /from mail(?:s|_mutes|_suppressions)\b/.test(text))
    expect(ofMails.length).toBeGreaterThanOrEqual(2)
    expectLean(ofMails, 2 * OWN_MAILS)

    const here = systemCallIn(call(), project)
    const [taken] = await takeMails(call(), 1)
    if (!taken) throw new Error('There are mails that are due')
    recorder.taken()
    const failure = { kind: 'address_refused', answer: '550 no such user', isShared: false } as const
    await settleMails(call(), [{ mail: taken.mail, came: 'failed', project, email: 'no@example.com', failure }])
    expectLean(recorder.taken(), PORTION)

    expect(await recipientsOf(here, 'summary')).toHaveLength(3)
    expect(await choicesOf(here, 'opr_1')).toContainEqual({ kind: 'summary', isOn: true })
    expectLean(recorder.taken(), PORTION)
  })

  test('what is too old is found by its age', async () => {
    recorder.taken()
    const long = new Date(call().now.getTime() - 30 * DAY_MS)
    expect(await deleteNotificationsBefore(call(), long)).toBe(0)
    expect(await deleteMailsBefore(call(), long)).toBe(0)
    expectLean(recorder.taken(), PORTION)
  })

  test('people are told in portions, and a portion reads each user once at most', async () => {
    const { client } = database
    const { rows } = await client.query<{ id: string }>(
      `select post_id as id from post_standings s join statuses t on t.project_id = s.project_id and t.id = s.status_id
       where s.project_id = $1 and s.is_listed and t.category = 'open' order by post_id limit 2`,
      [project.id],
    )
    const post = rows[isAnalyzed ? 1 : 0]?.id ?? ''
    await client.query(
      `insert into follows (project_id, post_id, user_id, created_at) select $1, $2, id, now() from people on conflict do nothing`,
      [project.id, post],
    )
    await settled(database.storage)
    await openNotifications(call())
    const { body: statuses } = await ask('GET', '/statuses', { as: 'server' })
    const { id } = statuses.data.find(({ name }: { name: string }) => name === 'Planned')
    const change = await ask('POST', `/posts/${post}/status`, { as: 'server', body: { status_id: id } })
    expectLean(change.statements)
    await settled(database.storage)
    recorder.taken()
    expect(await noteEvents(call())).toBeGreaterThan(0)
    const portion = { peopleAtOnce: PORTION, mailDelayMs: 0 }
    for (let n = 0; n < 3; n += 1) expect(await tellNext(call(), undefined, portion)).toBe(project.id)
    const told = await client.query('select 1 from mails where about = $1', [post])
    expect(told.rowCount).toBeGreaterThan(2 * PORTION)
    expectLean(recorder.taken(), 2 * PEOPLE)
    await client.query('delete from notification_rounds')
  })
})
