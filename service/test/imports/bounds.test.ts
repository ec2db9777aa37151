import { expect, onTestFinished, test } from 'vitest'
import { inTransaction, type SystemCall, systemCall } from '../../src/domain/call/index.ts'
import {
  advanceImport,
  advanceImports,
  type Import,
  importById,
  MOST_RUNNING,
  MOST_WAITING,
  readFormat,
  readNdjson,
  receiveImport,
  startImport,
  sweepImports,
  undoImport,
} from '../../src/domain/imports/index.ts'
import { holdWithTargets } from '../../src/domain/posting/inside.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { Problem } from '../../src/foundation/problems/index.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { until } from '../harness/process.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { importLines, inPieces, ndjson, runToEnd } from './importing.ts'

const POST = { type: 'post', external_id: 'p', title: 'Dark mode' }
const comment = (id: string, more: object = {}) => ({
  type: 'comment',
  external_id: id,
  post: 'p',
  body: `I am ${id}`,
  ...more,
})

const receive = (own: TestProject, lines: AsyncIterable<Uint8Array>, source = 'elsewhere') =>
  receiveImport(own.call(), readNdjson(lines, own.call().now), { source, isDryRun: true })

const problemOf = async (work: Promise<unknown>): Promise<Problem> => {
  const thrown = await work.then(
    () => undefined,
    (error) => error,
  )
  if (!(thrown instanceof Problem)) throw new Error(`No problem: ${thrown}`)
  return thrown
}

/** Lines that come when they are asked for, and an end when it is. */
function slowFile() {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* lines(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(ndjson([POST]))
    begun.resolve()
    await ended.promise
    yield Buffer.from(ndjson(Array.from({ length: 2_100 }, (_, place) => ({ ...POST, external_id: `${place}` }))))
  }
  return { lines: lines(), begun: begun.promise, end: () => ended.resolve() }
}

// Guarantees that one key cannot fill the disk with files that nobody starts, and that giving one up makes room.
test('few imports of a project wait, and an undo of one that waits gives it up', async () => {
  const own = await startProject()
  const send = () =>
    own.server('POST', '/v1/imports?source=elsewhere&dry_run=true', ndjson([POST]), {
      'content-type': 'application/x-ndjson',
    })
  const waiting: string[] = []
  for (let place = 0; place < MOST_WAITING; place += 1) waiting.push((await send()).body.id)
  expect(await send()).toMatchObject({ status: 409, body: { code: 'limit_reached' } })
  const undone = await own.server('POST', `/v1/imports/${waiting[0]}/undo`, {})
  expect(undone).toMatchObject({ status: 200, body: { state: 'undone', finished_at: expect.any(String) } })
  expect((await send()).status).toBe(201)
  const { number } = await importById(own.call(), waiting[0] ?? '')
  while (await sweepImports(own.call())) {}
  const rows = await own.service.database.sql`select 1 from import_rows where import_number = ${number}`
  expect(rows).toEqual([])
  expect((await own.server('POST', `/v1/imports/${waiting[0]}/start`, {})).body.code).toBe('import_state')
})

// Guarantees that one project cannot line up work without end, and that what is refused costs nobody an import.
test('few imports of a project run, and one that is refused is not counted against its limit', async () => {
  const own = await startProject({ environment: { RATE_LIMIT_FACTOR: '1' } })
  const send = (query: string) =>
    own.server('POST', `/v1/imports?${query}`, ndjson([POST]), { 'content-type': 'application/x-ndjson' })
  const checked = await send('source=elsewhere&dry_run=true')
  await own.service.database.sql`
    insert into imports (project_id, id, source, state, notifies, actor_kind, created_at, updated_at)
    select ${own.project.id}, 'imp_' || place, 'elsewhere', 'running', false, 'service', now(), now() from generate_series(1, ${MOST_RUNNING}::integer) as place`
  const refused = [
    await send('source=Not%20a%20source'),
    await send('source=elsewhere'),
    await own.server('POST', `/v1/imports/${checked.body.id}/start`, {}),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual(['invalid_request', 'limit_reached', 'limit_reached'])
  expect((await send('source=elsewhere&dry_run=true')).headers.get('ratelimit')).toMatch(/"imports";r=118;/)
  await own.service.database.sql`delete from imports where project_id = ${own.project.id} and id = 'imp_1'`
  expect((await own.server('POST', `/v1/imports/${checked.body.id}/start`, {})).status).toBe(200)
})

// Guarantees that a post that everybody voted for holds up nobody: each page of votes is a transaction, also in a merge. Readers of the log never wait for all
// of them, an undo is heard between two pages, and takes all of them back.
test('a post with many votes gets them page by page, and gives them so to the post that it is merged into', async () => {
  const own = await startProject()
  const target = { ...POST, external_id: 'q', title: 'Bright mode' }
  const both = { type: 'vote', post: 'q', user: { sub: 'u1' } }
  const votes = Array.from({ length: 2_100 }, (_, place) => ({ type: 'vote', post: 'p', user: { sub: `u${place}` } }))
  const first = await importLines(own, [target, both])
  const countOf = async () => {
    const { body } = await own.server('GET', '/v1/posts?q=bright')
    return body.data[0].vote_count
  }
  const { id } = await importLines(own, [{ ...POST, merged_into: 'q' }, ...votes], { isDryRun: true })
  await startImport(own.call(), id)
  const got = new Set<number>()
  const given = new Set<number>()
  while (await advanceImport(own.call())) {
    const { state, step, made } = await importById(own.call(), id)
    if (state === 'running') got.add(made.votes)
    if (step === 'merges') given.add(await countOf())
  }
  expect([...got]).toEqual([0, 2_000, 2_100])
  expect([...given]).toEqual([1, 2_001, 2_100])
  expect((await own.server('GET', '/v1/posts')).body.data).toMatchObject([{ title: 'Bright mode', vote_count: 2_100 }])
  await undoImport(own.call(), id)
  expect(await runToEnd(own, id)).toMatchObject({ state: 'undone' })
  expect(await countOf()).toBe(1)
  expect(await importById(own.call(), first.id)).toMatchObject({ state: 'done' })
})

// Guarantees that an import and a merge by hand cannot wait for each other: locks are taken in one order.
test('a post that is merged while an import waits for it is locked again together with its target', async () => {
  const own = await startProject()
  await importLines(own, [POST, { ...POST, external_id: 'q', title: 'Bright mode' }])
  const { sql } = own.service.database
  const { body } = await own.server('GET', '/v1/posts')
  const [low, high] = body.data.map(({ id }: { id: Id<'post'> }) => id).sort() as [Id<'post'>, Id<'post'>] // there are two
  /** Locks a post, says by which process of the database, and goes on when it is told to. */
  const holder = (post: string, then: (call: SystemCall) => PromiseLike<unknown>) => {
    const [isHeld, goes] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
    const ended = inTransaction(own.call(), async (call) => {
      const [row] = await lock(call, post)
      isHeld.resolve(row?.pid ?? 0)
      await goes.promise
      return then(call)
    })
    return { pid: isHeld.promise, go: goes.resolve, ended }
  }
  const lock = ({ sql }: SystemCall, post: string) =>
    sql<{ pid: number }[]>`
      select pg_backend_pid() as pid from post_standings where post_id = ${post} for no key update nowait`
  const waitsFor = (pid: number) =>
    until(async () => (await sql`select 1 from pg_stat_activity where ${pid} = any (pg_blocking_pids(pid))`).length > 0)
  const merger = holder(high, ({ sql }) => sql`update posts set merged_into_id = ${low} where id = ${high}`)
  const other = holder(low, (call) => lock(call, high)) // it is free: whoever waits for the other post does not hold it
  await Promise.all([merger.pid, other.pid])
  const holding = inTransaction(own.call(), (call) => holdWithTargets(call, [high]))
  await waitsFor(await merger.pid)
  merger.go()
  await merger.ended
  await waitsFor(await other.pid)
  other.go()
  expect(await other.ended).toHaveLength(1)
  expect((await holding).get(high)?.chain).toEqual([low])
})

// Guarantees that the memory for reading files is bounded, that one project does not keep others from it, and that a file which was given up is not read further.
test('a process reads one file of a project at a time, and stops reading one that is undone', async () => {
  const own = await startProject()
  const other = await startProject({ service: own.service })
  const slow = slowFile()
  const reading = problemOf(receive(own, slow.lines))
  await slow.begun
  expect((await problemOf(receive(own, inPieces(ndjson([POST]))))).kind.code).toBe('rate_limited')
  expect(await receive(other, inPieces(ndjson([POST])))).toMatchObject({ state: 'checked' })
  const { body } = await own.server('GET', '/v1/imports')
  expect(body.data.map(({ state }: { state: string }) => state)).toEqual(['receiving'])
  for (const { id } of body.data) await undoImport(own.call(), id)
  slow.end()
  expect((await reading).kind.code).toBe('import_state')
  expect(await importLines(own, [POST])).toMatchObject({ state: 'done' })
})

// Guarantees that a file in which comments repeat is checked in a time that grows with its size, and that the first of them counts.
test('of comments with the same id the first counts, and the others are told', async () => {
  const own = await startProject()
  const same = Array.from({ length: 4_000 }, (_, place) => comment('c', { parent: 'c', body: `Text ${place}` }))
  const { id, notes } = await receive(own, inPieces(ndjson([POST, ...same])))
  expect(notes.filter(({ detail }) => detail.includes('the first one counts')).length).toBe(1_000) // as many as are kept
  await startImport(own.call(), id)
  expect(await runToEnd(own, id)).toMatchObject({ state: 'done', made: { comments: 1 } })
  expect(await rootsOf(own)).toEqual({ 'Text 0': null })
})

// Guarantees that no row is lost where many records share a line, as the comments of an issue do.
test('an issue with more people than a portion holds keeps every author', async () => {
  const own = await startProject()
  const comments = Array.from({ length: 2_300 }, (_, place) => ({
    id: `C${place}`,
    author: { login: `person-${place}` },
    body: `Comment ${place}`,
  }))
  const issues = [
    { number: 1, url: 'https://example.com/a/b/1', title: 'Dark mode', author: { login: 'ada' }, comments },
  ]
  const call = own.call()
  const lines = readFormat('github', inPieces(JSON.stringify(issues)), { now: call.now })
  const { id } = await receiveImport(call, lines, { source: 'github' })
  expect(await runToEnd(own, id)).toMatchObject({ state: 'done', made: { users: 2_301, comments: 2_300 } })
  const [row] = await own.service.database.sql`
    select count(*) as nobody from comments where project_id = ${own.project.id} and author_id is null`
  expect(row).toEqual({ nobody: 0 })
})

/** The root of each comment, by the texts. */
async function rootsOf(own: TestProject): Promise<Record<string, string | null>> {
  const rows = await own.service.database.sql<{ body: string; root: string | null }[]>`
    select c.body, p.body as root from comments c left join comments p on p.project_id = c.project_id and p.id = c.parent_id
    where c.project_id = ${own.project.id}`
  return Object.fromEntries(rows.map(({ body, root }) => [body, root]))
}

// Guarantees that a thread is whole, wherever its parts stand in the file, in few statements; and that an answer to an internal note is internal.
test('answers find the first comment of their thread, however far away and deep it is', async () => {
  const own = await startProject()
  const votes = Array.from({ length: 2_100 }, (_, place) => ({
    type: 'vote',
    post: 'p',
    user: { sub: `u${place % 9}` },
  }))
  const chain = Array.from({ length: 100 }, (_, place) =>
    comment(`c${99 - place}`, place < 99 ? { parent: `c${98 - place}` } : {}),
  )
  const secret = [
    comment('open'),
    comment('note', { parent: 'open', is_internal: true }),
    comment('reply', { parent: 'note' }),
  ]
  const done = await importLines(own, [
    POST,
    ...chain.slice(0, 50),
    ...secret.toReversed(),
    ...votes,
    ...chain.slice(50),
  ])
  expect(done).toMatchObject({ state: 'done', notes: [], made: { comments: 103, votes: 9 } })
  const roots = await rootsOf(own)
  for (let place = 1; place < 100; place += 1) expect(roots[`I am c${place}`]).toBe('I am c0')
  expect(roots).toMatchObject({ 'I am c0': null, 'I am note': 'I am open', 'I am reply': 'I am open' })
  const internal = await own.service.database.sql<{ body: string }[]>`
    select body from comments where project_id = ${own.project.id} and is_internal order by body`
  expect(internal.map(({ body }) => body)).toEqual(['I am note', 'I am reply'])
})

// Guarantees that comments that answer each other, or a comment of another post, come along and can be undone.
test('a circle of answers, and an answer to a comment of another post, become comments on their posts', async () => {
  const own = await startProject()
  const lines = [
    POST,
    { ...POST, external_id: 'q', title: 'Bright mode' },
    comment('one', { parent: 'three' }),
    comment('two', { parent: 'one' }),
    comment('three', { parent: 'two' }),
    comment('strange', { post: 'q', parent: 'far' }),
    comment('far'),
  ]
  const done = await importLines(own, lines)
  expect(done).toMatchObject({
    state: 'done',
    made: { comments: 5 },
    notes: [{ line: 3 }, { line: 4 }, { line: 5 }, { line: 6 }],
  })
  expect(new Set(Object.values(await rootsOf(own)))).toEqual(new Set([null]))
  const later = await importLines(own, [comment('later', { post: 'q', parent: 'far' })])
  expect(later).toMatchObject({ state: 'done', made: { comments: 1 } })
  expect((await rootsOf(own))['I am later']).toBeNull()
  await undoImport(own.call(), done.id)
  expect(await runToEnd(own, done.id)).toMatchObject({ state: 'undone' })
})

/** Makes every insert of a post of this project fail as if it took too long. */
async function makeSlow({ service, project }: TestProject): Promise<void> {
  onTestFinished(async () => void (await service.database.pool.query('drop function if exists too_slow cascade')))
  await service.database.pool.query(`
    create function too_slow() returns trigger language plpgsql as 'begin raise exception using errcode = ''57014''; end';
    create trigger too_slow before insert on posts for each row when (new.project_id = '${project.id}') execute function too_slow()`)
}

// Guarantees that no import is tried for ever, that it says where it stopped, and that those of other projects go on.
test('a portion that is always too slow fails for good, and holds up no other project', async () => {
  const service = await emptiedService()
  const [slow, other] = [await startProject({ service }), await startProject({ service })]
  const ids: Import['id'][] = []
  for (const own of [slow, other]) {
    const { id } = await importLines(own, [{ type: 'user', sub: 'u' }, POST], { isDryRun: true })
    await startImport(own.call(), id)
    ids.push(id)
  }
  const [stuck = '', free = ''] = ids
  await makeSlow(slow)
  const all = () => advanceImports(systemCall(service.database, service.config, service.database.clock.now()))
  let failures = 0
  while ((await importById(slow.call(), stuck)).state === 'running') {
    failures += await all().then(
      () => 0,
      () => 1,
    )
  }
  expect(failures).toBe(10)
  expect(await importById(slow.call(), stuck)).toMatchObject({
    state: 'failed',
    failure: 'It failed 10 times at the same place: posts, line 2. The service’s log says why.',
  })
  expect(await importById(other.call(), free)).toMatchObject({ state: 'done', made: { posts: 1 } })
})

// Guarantees that an import does not lose people and posts under its hands.
test('the undo of an older import waits until a newer one that runs has ended', async () => {
  const own = await startProject()
  const older = await importLines(own, [POST, { type: 'vote', post: 'p', user: { external_id: 'u' } }])
  const later = [
    { ...POST, external_id: 'q', title: 'Bright mode' },
    { type: 'vote', post: 'q', user: { external_id: 'u' } },
  ]
  const newer = await importLines(own, later, { isDryRun: true })
  await startImport(own.call(), newer.id)
  while ((await importById(own.call(), newer.id)).step !== 'posts') await advanceImport(own.call())
  await undoImport(own.call(), older.id)
  await advanceImport(own.call())
  expect((await importById(own.call(), older.id)).step).toBe('entries')
  expect(await runToEnd(own, newer.id)).toMatchObject({ state: 'done', made: { posts: 1, votes: 1 } })
  expect(await importById(own.call(), older.id)).toMatchObject({ state: 'undone' })
  const { body } = await own.server('GET', '/v1/posts')
  expect(body.data).toMatchObject([{ title: 'Bright mode', vote_count: 1 }])
})

// Guarantees that an undo ends although what it should delete is gone.
test('an undo of comments that are gone comes to its end', async () => {
  const own = await startProject()
  await importLines(own, [POST])
  const { id } = await importLines(own, [comment('a')])
  await own.service.database.sql`delete from comments where project_id = ${own.project.id}`
  await undoImport(own.call(), id)
  expect(await runToEnd(own, id)).toMatchObject({ state: 'undone' })
})

// Guarantees that an address does not become public as a name.
test('a name that is an e-mail address is left out', async () => {
  const own = await startProject()
  const author = { external_id: 'u', name: 'ada@example.com' }
  await importLines(own, [
    { ...POST, author },
    { type: 'user', external_id: 'v', name: '\u202eGrace Hopper' },
  ])
  const users = await own.service.database.sql`
    select given_name, family_name from users where project_id = ${own.project.id} order by given_name`
  expect(users).toEqual([
    { given_name: 'Grace', family_name: 'Hopper' },
    { given_name: null, family_name: null },
  ])
})

// Guarantees that somebody who mixes two files up learns it before anything is added.
test('a known id with another title is noted, and of two records with one id the first counts', async () => {
  const own = await startProject()
  const twice = [POST, { ...POST, title: 'Bright mode' }]
  expect(await importLines(own, twice, { skipsFaults: true })).toMatchObject({ made: { posts: 1 }, faultCount: 1 })
  expect((await own.server('GET', '/v1/posts')).body.data).toMatchObject([{ title: 'Dark mode' }])
  const other = await importLines(own, [{ ...POST, title: 'Of another board' }], { isDryRun: true })
  expect(other.notes).toMatchObject([{ line: 1, detail: expect.stringContaining('another title') }])
  const issue = (url: string) => [{ number: 1, url, title: 'Dark mode', body: '' }]
  const read = async (url: string) => {
    const call = own.call()
    const lines = readFormat('github', inPieces(JSON.stringify(issue(url))), { now: call.now })
    return runToEnd(own, (await receiveImport(call, lines, { source: 'github' })).id)
  }
  expect((await read('https://example.com/a/1')).made.posts).toBe(1)
  expect((await read('https://example.com/b/1')).made.posts).toBe(1)
})

// Guarantees that a list of imports stays small.
test('a list of imports has the first ten faults of each', async () => {
  const own = await startProject()
  const { id } = await importLines(
    own,
    Array.from({ length: 30 }, () => ({ type: 'thing' })),
  )
  expect((await own.server('GET', `/v1/imports/${id}`)).body.faults).toHaveLength(30)
  expect((await own.server('GET', '/v1/imports')).body.data[0]).toMatchObject({ fault_count: 30 })
  expect((await own.server('GET', '/v1/imports')).body.data[0].faults).toHaveLength(10)
})
