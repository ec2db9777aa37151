import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Demo, ensureDemo } from '../../src/demo/index.ts'
import { type ServiceCall, systemCallIn } from '../../src/domain/call/index.ts'
import { noteEvents, openNotifications, tellNext } from '../../src/domain/notifications/index.ts'
import { createProject, listProjects } from '../../src/domain/projects/index.ts'
import { revokeSigningKey } from '../../src/domain/signing-keys/index.ts'
import { findSigningKey } from '../../src/domain/signing-keys/inside.ts'
import { noteForTeam, openTeamMails } from '../../src/domain/team-mails/index.ts'
import { emptyDatabase } from './empty-database.ts'

const projects = async (call: ServiceCall) => (await listProjects(call, { limit: 10, after: undefined })).items
const DAY_MS = 24 * 60 * 60 * 1000
const options = { clientApp: 'http://localhost:4001', jwk: newJwk(), onlyIfEmpty: true }

function newJwk() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
}

async function makeDemo(call: Parameters<typeof ensureDemo>[0]): Promise<Demo> {
  return (await ensureDemo(call, options)) ?? expect.unreachable('there is no demo')
}

/** An empty database with an operator, as a service leaves it at its first start. */
async function startedDatabase(whenDone?: Parameters<typeof emptyDatabase>[0]) {
  const database = await emptyDatabase(whenDone)
  await openNotifications(database.call())
  await openTeamMails(database.call())
  await database.rows(`insert into operators (id, email, is_vouched, owns_all, created_at)
    values ('opr_1', 'owner@acme.example', true, true, now())`)
  return database
}

/** The database of most tests, where three calls made the demo at the same time: a demo takes some seconds. */
let database: Awaited<ReturnType<typeof startedDatabase>>
let demos: readonly Demo[]
/** As it was when the demo had just been made. */
let sizesOfDemo: Record<string, unknown>

beforeAll(async () => {
  const ends: (() => Promise<void>)[] = []
  database = await startedDatabase((end) => void ends.push(end))
  const { call, sizes } = database
  demos = await Promise.all([makeDemo(call()), makeDemo(call()), makeDemo(call())])
  sizesOfDemo = await sizes()
  return () => Promise.all(ends.map((end) => end()))
})

// Guarantees that a start may be repeated, also at the same time.
test('repeated and concurrent calls make one demo', async () => {
  const { call, sizes } = database
  expect(new Set(demos.map(({ project }) => project.id)).size).toBe(1)
  expect(new Set(demos.map(({ kid }) => kid)).size).toBe(1)
  expect(demos.filter(({ secretKey }) => secretKey)).toHaveLength(1)
  const again = await makeDemo(call())
  expect(again).toMatchObject({ project: { id: demos[0]?.project.id }, secretKey: undefined })
  expect(await sizes()).toEqual(sizesOfDemo)
})

// Guarantees also that Console → Mail has something to show after the first npm start, and not a mail for each day of the year.
test('the demo is a board with a year behind it, every number on it is the number of rows behind it, and its last days are mailed', async () => {
  const { call, rows } = database
  expect(demos[0]?.project).toMatchObject({
    name: 'Acme',
    slug: 'acme',
    signInUrl: 'http://localhost:4001/feedback/sign-in',
  })

  const [found] = await rows(`
    select (select count(*) from users) as users, (select count(*) from tags) as tags,
      (select count(*) from posts where is_pinned) as pinned, (select count(*) from changelog_entries) as entries,
      (select count(*) from comments where is_official) as answers, (select count(*) from comments where parent_id is not null) as replies`)
  expect(found).toMatchObject({ users: 60, tags: 11, pinned: 1, entries: 6 })
  expect(Math.min(found?.answers as number, found?.replies as number)).toBeGreaterThan(5) // counts are numbers

  const segments = await rows('select name, rules from segments order by name')
  expect(segments).toEqual([
    { name: 'Business plan', rules: { all: [{ trait: 'plan', op: 'is', value: 'business' }] } },
    { name: 'Paying customers', rules: { all: [{ trait: 'plan', op: 'in', value: ['team', 'business'] }] } },
  ])
  const plans = await rows(`select traits ->> 'plan' as plan, count(*) as people from users group by 1`)
  expect(plans.map(({ plan }) => plan).sort()).toEqual(['business', 'free', 'team'])
  for (const { people } of plans) expect(people).toBeGreaterThan(5)

  const counts = await rows(
    `select category, count(*) from post_standings s join statuses t on t.id = s.status_id group by 1`,
  )
  expect(counts.map(({ category }) => category).sort()).toEqual(['closed', 'done', 'in_progress', 'open', 'planned'])
  for (const { count } of counts) expect(count).toBeGreaterThanOrEqual(3)

  const times = await rows(`
    select created_at as at from posts union all select created_at from votes union all select created_at from comments
    union all select updated_at from post_standings union all select at from events where type <> 'signing_key.added'`)
  const ages = times.map(({ at }) => Date.now() - (at as Date).getTime()) // a column of times
  expect(Math.min(...ages)).toBeGreaterThan(0)
  expect(Math.max(...ages)).toBeLessThan(367 * DAY_MS)

  const wrong = await rows(`
    select p.title, s.vote_count, s.comment_count from posts p join post_standings s on s.post_id = p.id
    where s.vote_count <> (select count(*) from votes v where v.post_id = p.id)
      or s.comment_count <> (select count(*) from comments c where c.post_id = p.id and not c.is_internal)
      or exists (select 1 from comments c where c.post_id = p.id and c.created_at < p.created_at)
      or exists (select 1 from votes v where v.post_id = p.id and v.created_at < p.created_at and v.merged_from is null)`)
  expect(wrong).toEqual([])
  const numbers = await rows('select number from posts order by created_at')
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, place) => place + 1))

  const unread = async () => {
    while ((await noteForTeam(call())) > 0);
    while ((await noteEvents(call())) > 0);
    while (await tellNext(call(), undefined, { peopleAtOnce: 5_000, mailDelayMs: 0 }));
    const left = await rows('select 1 from events e, event_readers r where (e.tx, e.seq) > (r.tx, r.seq) limit 1')
    return left.length
  }
  await expect.poll(unread).toBe(0)
  const [mails] = await rows('select count(user_id) as people, count(operator_id) as team from mails')
  expect(mails?.people).toBeGreaterThan(0)
  expect(mails?.team).toBeLessThanOrEqual(2)
})

// Guarantees that a half-made demo is never visible: the connection is cut later and later, until the demo is complete.
test('a demo that is interrupted leaves nothing behind and is made as a whole the next time', async () => {
  const { call, rows, sizes } = await startedDatabase()
  const nothing = await sizes()
  let cuts = 0
  for (let afterMs = 100; ; afterMs *= 5) {
    const made = makeDemo(call()).then(
      () => true,
      () => false,
    )
    await Promise.race([made, new Promise((wake) => setTimeout(wake, afterMs))])
    await rows(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`)
    if (await made) break
    cuts += 1
    expect(await sizes()).toEqual(nothing)
  }
  expect(cuts).toBeGreaterThan(0)
  expect(await sizes()).toEqual(sizesOfDemo)
})

test('another address or key of the client app is taken over, but no key that was revoked', async () => {
  const { call } = database
  const { project, kid } = await makeDemo(call())
  const moved = await ensureDemo(call(), { ...options, clientApp: 'http://localhost:5001', jwk: newJwk() })
  expect(moved?.project).toMatchObject({
    id: project.id,
    signInUrl: 'http://localhost:5001/feedback/sign-in',
    allowedOrigins: ['http://localhost:5001'],
    allowedTraits: ['plan', 'company', 'mrr'],
  })
  expect(moved?.kid).not.toBe(kid)
  // `svc demo` beside `npm start` on another port must not send visitors to a port where nobody listens.
  const again = await ensureDemo(call(), { clientApp: 'http://localhost:4001', isGuessed: true, onlyIfEmpty: false })
  expect(again?.project).toMatchObject({ signInUrl: 'http://localhost:5001/feedback/sign-in' })
  expect((await findSigningKey(systemCallIn(call(), project), kid ?? ''))?.status).toBe('active')

  await revokeSigningKey(systemCallIn(call(), project), kid ?? '')
  await expect(makeDemo(call())).rejects.toMatchObject({ kind: { code: 'kid_taken' } })
})

test('if there are other projects, the demo is made only when it is asked for', async () => {
  const { call } = await emptyDatabase()
  await createProject(call(), { name: 'Globex', slug: 'globex' })
  expect(await ensureDemo(call(), options)).toBeUndefined()
  expect(await projects(call())).toHaveLength(1)
  expect(await ensureDemo(call(), { ...options, onlyIfEmpty: false })).toMatchObject({ project: { slug: 'acme' } })
})

test.each([undefined, 'https://acme.example/sign-in', 'http://localhost:4001/login'])(
  'a project that is only called acme stays as it is, with the sign-in URL %s',
  async (signInUrl) => {
    const { call } = await emptyDatabase()
    await createProject(call(), { name: 'Acme', slug: 'acme', signInUrl })
    const before = await projects(call())
    expect(await ensureDemo(call(), { ...options, onlyIfEmpty: false })).toBeUndefined()
    expect(await projects(call())).toEqual(before)
  },
)
