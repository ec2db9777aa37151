import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { inProject, inTransaction, newCall, permit, readAside, readingOfNow } from '../../src/domain/call/index.ts'
import { exportProject } from '../../src/domain/project-transfer/index.ts'
import { boardOriginOf } from '../../src/domain/projects/index.ts'
import { type Aside, type Database, joinStorage, type Snapshot } from '../../src/foundation/storage/index.ts'
import { MOST_QUEUED } from '../../src/foundation/storage/pool.ts'
import { startBoard } from '../board/stage.ts'
import { sentBack, visitorOf } from '../board/visitor.ts'
import { until } from '../harness/process.ts'
import { SCHEMA_VERSION } from '../harness/service.ts'
import { openStream } from '../live/streams.ts'
import { ANY_LAG, pairOfFile, startReading, statesOf, untilLeftOut, untilUsed } from './servers.ts'

const pair = pairOfFile()
beforeEach(
  () =>
    void onTestFinished(() =>
      pair()
        .replica.resume()
        .catch(() => {}),
    ),
) // one that was promoted has nothing to resume

const titles = ({ body }: { body: { data: { title: string }[] } }) => body.data.map(({ title }) => title)
/** As soon as a replica may answer. */
async function chosen({ replicas }: Database): Promise<Aside> {
  let aside: Aside | undefined
  await until(() => {
    aside = replicas?.choose(0)
    return aside !== undefined
  })
  return aside as Aside // it was waited for
}

const NOTHING_WRITTEN = { wrote: 0, isLaterPage: false }

test('visitors read the replica; whoever has a session, and whoever asks for one thing by its address, misses nothing', async () => {
  const { replica } = pair()
  const service = await startReading(pair(), ANY_LAG)
  const { app, server, signIn, board } = await startBoard({}, {}, { service })
  await server('POST', '/v1/posts', { title: 'Before the pause' })
  await replica.untilCaughtUp()
  await replica.pause()
  const { session } = await signIn()
  const { body: made } = await app('POST', '/v1/posts', { body: { title: 'After the pause' }, session })
  await until(async () => titles(await app('GET', '/v1/posts')).join() === 'Before the pause')
  await until(async () => !(await board('GET', '/')).text.includes('After the pause'))
  await until(async () => !(await board('GET', '/feed.xml')).text.includes('After the pause'))
  expect(titles(await app('GET', '/v1/posts', { session }))).toEqual(['After the pause', 'Before the pause'])
  expect(titles(await server('GET', '/v1/posts'))).toEqual(['After the pause', 'Before the pause'])
  expect((await app('GET', `/v1/posts/${made.id}`)).status).toBe(200)
  expect((await board('GET', `/posts/${made.number}`)).status).not.toBe(404)
  expect((await server('GET', '/v1/posts.csv')).body).toContain('After the pause') // as of now: the replica does not catch up
})

test('after a form of the board, its browser reads the primary until the replica has caught up, signed out too', async () => {
  const { replica } = pair()
  const service = await startReading(pair(), ANY_LAG)
  const stage = await startBoard({}, {}, { service })
  const { signIn, form } = visitorOf(stage)
  const cookie = await signIn()
  await replica.untilCaughtUp()
  await replica.pause()
  const answer = await form('/new', { form_id: 'a'.repeat(22), title: 'My own idea', body: '' }, { cookie })
  expect(answer.status).toBe(303)
  const wrote = sentBack(answer, /^wrote$/)
  expect(wrote).toMatch(/^wrote=\d+$/)
  const refused = await form('/new', { form_id: 'b'.repeat(22), title: '', body: '' }, { cookie })
  expect([refused.status, refused.cookies.some((line) => line.startsWith('wrote='))]).toEqual([400, false])
  const read = async (cookie: string) => (await stage.board('GET', '/?sort=new', { headers: { cookie } })).text
  await until(async () => !(await read('')).includes('My own idea'))
  // Without the note: they may have written through the widget.
  for (const own of [cookie, `${cookie}; ${wrote}`, wrote, 'wrote=nonsense', 'wrote=99999999999999999'])
    expect(await read(own), own).toContain('My own idea')
  await replica.resume()
  const readThere = () => service.database.replicas?.counts().replica ?? 0
  await until(async () => {
    const before = readThere()
    expect(await read(wrote)).toContain('My own idea')
    return readThere() > before
  })
})

test('nothing is written on a replica, and after a write the call reads the primary', async () => {
  const { replica } = pair()
  const { database, config } = await startReading(pair(), ANY_LAG)
  const { project } = await startBoard({}, {}, { service: await startReading(pair(), ANY_LAG) })
  await replica.untilCaughtUp()
  await replica.pause()
  const call = () => permit(inProject(newCall(database, config, database.clock.now()), project), 'board:read')
  const name = async ({ sql }: ReturnType<typeof call>) =>
    (await sql`select name from projects where id = ${project.id}`)[0]?.name
  const isReplica = async ({ sql }: ReturnType<typeof call>) =>
    (await sql`select pg_is_in_recovery() as is`)[0]?.is === true
  await until(() => readAside(call(), NOTHING_WRITTEN, isReplica))
  const aside = await chosen(database)
  expect(await aside.sql`select current_setting('default_transaction_read_only') as is`).toEqual([{ is: 'on' }]) // also once it is promoted
  const seen = await readAside(call(), NOTHING_WRITTEN, async (call) => {
    await call.sql`update projects set name = 'Plain' where id = ${project.id}`
    return [await name(call), await isReplica(call)]
  })
  expect(seen).toEqual(['Plain', false])
  const inside = await readAside(call(), NOTHING_WRITTEN, async (call) => {
    const within = await inTransaction(call, async (call) => {
      await call.sql`update projects set name = 'Whole' where id = ${project.id}`
      return [await readAside(call, NOTHING_WRITTEN, name), await isReplica(await readingOfNow(call))]
    })
    return [...within, await name(call)]
  })
  expect(inside).toEqual(['Whole', false, 'Whole'])
  expect(await readAside(call(), { ...NOTHING_WRITTEN, isLaterPage: true }, isReplica)).toBe(false)
})

test('the pages of a list fit together, although its first page was read on a replica and others vote', async () => {
  const { replica } = pair()
  const service = await startReading(pair(), ANY_LAG)
  const { app, server, signIn } = await startBoard({}, {}, { service })
  const made: { id: string }[] = []
  for (const title of ['One', 'Two', 'Three', 'Four']) made.push((await server('POST', '/v1/posts', { title })).body)
  const { session } = await signIn()
  const vote = (place: number) => app('PUT', `/v1/posts/${made[place]?.id}/vote`, { session })
  await vote(3)
  await replica.untilCaughtUp()
  await replica.pause()
  await vote(0)
  const first = () => app('GET', '/v1/posts?sort=top&limit=2')
  await until(async () => titles(await first()).join() === 'Four,Three') // the replica knows one vote
  const page = await first()
  await vote(1)
  const next = await app('GET', `/v1/posts?sort=top&limit=2&cursor=${page.body.next_cursor}`)
  expect([...titles(page), ...titles(next)]).toEqual(['Four', 'Three', 'Two', 'One'])
})

// A replica has no list of the transactions that are under way, which a snapshot needs.
test('while a transaction is under way, the first page of a list that can go on is read on the primary', async () => {
  const { primary, replica } = pair()
  const service = await startReading(pair(), ANY_LAG)
  const { app, server } = await startBoard({}, {}, { service })
  const open = new pg.Client(primary.connection)
  await open.connect()
  onTestFinished(() => open.end())
  await open.query('begin; select pg_current_xact_id()')
  await server('POST', '/v1/posts', { title: 'Later than the transaction' })
  await replica.untilCaughtUp()
  const again = () => service.database.replicas?.counts().again ?? 0
  await until(async () => {
    const before = again()
    expect(titles(await app('GET', '/v1/posts'))).toEqual(['Later than the transaction'])
    return again() > before
  })
})

test('what a replica cannot answer, because it lacks a table or ends the statement, the primary answers', async () => {
  const { primary, replica } = pair()
  const { database } = await startReading(pair(), ANY_LAG)
  await replica.untilCaughtUp()
  await replica.pause()
  await primary.query('create table made_later (id int); insert into made_later values (1)')
  const aside = await chosen(database)
  expect(await aside.sql`select id from made_later`).toEqual([{ id: 1 }])
  expect(aside.hasLeft()).toBe(true)
  const slow = await chosen(database)
  const asked = slow.sql`select pg_is_in_recovery() as is, pg_sleep(case when pg_is_in_recovery() then 600 else 0 end)`
  const answer = asked.then((rows) => rows[0]?.is)
  await until(async () => {
    const { rows } = await replica.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(case%' and pid <> pg_backend_pid()`,
    )
    return rows.length > 0
  })
  expect(await answer).toBe(false)
})

// Guarantees that a crowd of readers takes no connections of the primary, where people write.
test('when too many wait for a replica, the next one is told to try again, and the primary is not asked', async () => {
  const { primary, replica } = pair()
  const most = 3
  const patient = { ...replica.connection, ...ANY_LAG, connectionTimeoutMillis: 60_000 }
  const ways = { ...primary.connection, max: most, replicas: [patient] }
  const storage = await joinStorage({ connection: ways, schemaVersion: SCHEMA_VERSION }, () => {})
  onTestFinished(storage.close)
  const aside = await chosen(storage)
  const holders = Array.from({ length: most }, () => aside.sql`select pg_sleep(600)`.then().catch(() => {}))
  const waiting = Array.from({ length: MOST_QUEUED }, () =>
    aside.sql`select pg_is_in_recovery() as is`.then(([row]) => row?.is),
  )
  await expect(aside.sql`select 1`.then()).rejects.toMatchObject({ kind: { status: 503 } })
  expect([aside.hasLeft(), storage.replicas?.counts().again]).toEqual([false, 0])
  await until(async () => {
    const { rows } = await replica.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()`,
    )
    return rows.length === 0
  })
  await Promise.all(holders)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]))
})

test('an account that may only read and write tables can judge replicas', async () => {
  const { primary, replica } = pair()
  await primary.query(`create role plain login password 'plain'; grant select on all tables in schema public to plain`)
  await replica.untilCaughtUp()
  const as = { user: 'plain', password: 'plain' }
  const ways = { ...primary.connection, ...as, replicas: [{ ...replica.connection, ...as, ...ANY_LAG }] }
  const storage = await joinStorage({ connection: ways, schemaVersion: SCHEMA_VERSION }, () => {})
  onTestFinished(storage.close)
  await until(() => storage.replicas?.states().every(({ isLeftOut }) => !isLeftOut) ?? false)
})

test('an export is read on a replica that cancels no long reads, and there is still one at a time', async () => {
  const { replica } = pair()
  const service = await startReading(pair(), ANY_LAG)
  const { server, call, project } = await startBoard({}, {}, { service })
  await server('POST', '/v1/posts', { title: 'To be exported' })
  const placeOf = async () => {
    const lines = exportProject(call(), { serviceVersion: 'test' })
    const { value: head } = await lines.next()
    expect(JSON.parse(head ?? '').data.project.id).toBe(project.id)
    await expect(exportProject(call(), { serviceVersion: 'test' }).next()).rejects.toThrow(/export/i)
    const { rows } = await replica.query(`select 1 from pg_stat_activity where application_name = 'svc snapshot'`)
    let text = ''
    for await (const line of lines) text += line
    expect(text).toContain('To be exported')
    return rows.length
  }
  await replica.untilCaughtUp()
  expect(await placeOf()).toBe(0)
  await replica.query(`alter system set max_standby_streaming_delay = -1`)
  await replica.query('select pg_reload_conf()')
  onTestFinished(async () => {
    await replica.query(`alter system reset max_standby_streaming_delay`)
    await replica.query('select pg_reload_conf()')
  })
  await until(async () => (await placeOf()) > 0)
})

// Guarantees that somebody who reads a list and then follows the board misses nothing in between.
test('whoever follows a board is told what the replica did not have when they read it', async () => {
  const { replica } = pair()
  const service = await startReading(pair(), ANY_LAG)
  const { app, server, project } = await startBoard({}, {}, { service })
  await replica.untilCaughtUp()
  await replica.pause()
  const { body: made } = await server('POST', '/v1/posts', { title: 'After the pause' })
  const { body: begun } = await app('GET', '/v1/changes')
  expect([begun.data, titles(await app('GET', '/v1/posts'))]).toEqual([[], []])
  await until(async () => {
    const { body } = await app('GET', `/v1/changes?cursor=${begun.next_cursor}`)
    return body.data.some(({ number }: { number: number }) => number === made.number)
  })
  // By now the log tells it only to those who began before it.
  const { host } = new URL(boardOriginOf(service.config, project))
  const stream = await openStream(service.port, '/live', { host })
  await stream.until(({ event, data }) => event === 'new' && data.number === made.number)
})

// Guarantees that exports with two connections are as many as those with one.
test('a snapshot that only holds locks takes no place of one that reads', async () => {
  const { openSnapshot } = (await startReading(pair(), ANY_LAG)).database
  const opened: Snapshot[] = []
  onTestFinished(async () => void (await Promise.all(opened.map(({ close }) => close()))))
  for (const isForLocks of [false, true, false, true, false, true, false, true])
    opened.push(await openSnapshot({ isForLocks }))
  await expect(openSnapshot()).rejects.toMatchObject({ kind: { status: 503 } })
})

test('a replica that is too far behind is left out, and comes back', async () => {
  const { replica } = pair()
  const service = await startReading(pair(), { mostLagMs: 1_000 })
  const { app, server } = await startBoard({}, {}, { service })
  await replica.untilCaughtUp()
  await replica.pause()
  await server('POST', '/v1/posts', { title: 'Far ahead' })
  await untilLeftOut(service)
  expect(titles(await app('GET', '/v1/posts'))).toEqual(['Far ahead'])
  await replica.resume()
  await untilUsed(service)
})

// The last test of this file: a replica that was promoted never follows again, so no later test could use the pair.
test('when a replica dies, stands still or is promoted, every read is answered; it comes back, unless it takes writes', async () => {
  const { replica } = pair()
  const service = await startReading(pair(), {})
  const { app, server, board } = await startBoard({}, {}, { service })
  await server('POST', '/v1/posts', { title: 'Always there' })
  await replica.untilCaughtUp()
  const readAll = async () => {
    const answers = await Promise.all([app('GET', '/v1/posts'), app('GET', '/v1/posts?q=always'), board('GET', '/')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  }
  await readAll()
  await replica.kill()
  await readAll()
  await untilLeftOut(service)
  await readAll()
  await replica.start()
  await untilUsed(service)
  await readAll()
  await replica.freeze()
  await readAll()
  await untilLeftOut(service)
  await readAll()
  await replica.thaw()
  await untilUsed(service)
  await replica.promote()
  await readAll()
  await untilLeftOut(service)
  await readAll()
  expect(statesOf(service)).toEqual([expect.objectContaining({ isLeftOut: true })])
})
