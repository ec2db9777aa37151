import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { inProject, inTransaction, newCall, permit, readAside, readingOfNow } from '../../src/domain/call/index.ts'
import { startBoard } from '../board/stage.ts'
import { sentBack, visitorOf } from '../board/visitor.ts'
import { until } from '../harness/process.ts'
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
  const read = async (cookie: string) => (await stage.board('GET', '/?sort=new', { headers: { cookie } })).text
  await until(async () => !(await read(cookie)).includes('My own idea'))
  for (const own of [`${cookie}; ${wrote}`, wrote, 'wrote=nonsense', 'wrote=99999999999999999'])
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

test('the pages of a list fit together, although its first page is read on a replica while others vote', async () => {
  const { replica } = pair()
  const service = await startReading(pair(), ANY_LAG)
  const { app, server, signIn } = await startBoard({}, {}, { service })
  const made = []
  for (const title of ['One', 'Two', 'Three', 'Four']) made.push((await server('POST', '/v1/posts', { title })).body)
  const { session } = await signIn()
  await app('PUT', `/v1/posts/${made[3].id}/vote`, { session })
  await replica.untilCaughtUp()
  await replica.pause()
  await until(() => service.database.replicas !== undefined)
  await app('PUT', `/v1/posts/${made[0].id}/vote`, { session })
  const first = await app('GET', '/v1/posts?sort=top&limit=2')
  const second = await app('GET', `/v1/posts?sort=top&limit=2&cursor=${first.body.next_cursor}`)
  expect([...titles(first), ...titles(second)].sort()).toEqual(['Four', 'One', 'Three', 'Two'])
  await server('POST', '/v1/posts', { title: 'Five' })
})

test('a replica that is too far behind is left out, and comes back', async () => {
  const { replica } = pair()
  const service = await startReading(pair(), {})
  const { app, server } = await startBoard({}, {}, { service })
  await replica.untilCaughtUp()
  await replica.pause()
  await server('POST', '/v1/posts', { title: 'Far ahead' })
  await untilLeftOut(service)
  expect(titles(await app('GET', '/v1/posts'))).toEqual(['Far ahead'])
  await replica.resume()
  await untilUsed(service)
})

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
  await replica.query(`insert into service_places values ('nobody')`).catch(() => {})
  await readAll()
  expect(statesOf(service)).toEqual([expect.objectContaining({ isLeftOut: true })])
})
