import { expect, inject, test } from 'vitest'
import { reachOf } from '../../src/foundation/storage/index.ts'
import { until } from '../harness/process.ts'
import { send, startProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'
import { startDoor } from './doors.ts'

function urlOf(...ports: number[]): string {
  const { user, password, database } = inject('connection')
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  return `postgres://${user}:${encodeURIComponent(password)}@${hosts}/${database}?target_session_attrs=read-write`
}

// Guarantees that a failover needs no change of DATABASE_URL: the address that takes writes is looked for.
test('of several servers the one that takes writes is used, also after another one took its place', async () => {
  const [one, two] = [await startDoor('standby'), await startDoor('primary')]
  const away = await startDoor('away')
  const service = await startService({}, undefined, reachOf(urlOf(away.port, one.port, two.port)))
  const { signIn, app } = await startProject({ service })
  const { session } = await signIn()
  const post = (title: string) => app('POST', '/v1/posts', { body: { title }, session })
  expect((await post('Before')).status).toBe(201)
  two.become('away')
  const without = await post('Without a primary')
  expect([without.status, without.body.code]).toEqual([503, 'unavailable'])
  expect((await send(service.origin, 'GET', '/readyz', undefined, {})).status).toBe(503)
  one.become('primary')
  await until(async () => (await send(service.origin, 'GET', '/readyz', undefined, {})).status === 200)
  expect((await post('After')).status).toBe(201)
  two.become('standby') // the old one comes back, and stays unused
  expect((await post('Later')).status).toBe(201)
})

// Guarantees that a machine that is gone without a word, such as one whose network broke, does not hold up requests for long.
test('a server that falls silent is left when another one takes writes', async () => {
  const [one, two] = [await startDoor('standby'), await startDoor('primary')]
  const service = await startService({}, undefined, reachOf(urlOf(one.port, two.port)))
  const isReady = async () => (await send(service.origin, 'GET', '/readyz', undefined, {})).status === 200
  expect(await isReady()).toBe(true)
  two.become('silent')
  await until(async () => !(await isReady()))
  one.become('primary')
  await until(isReady, 60_000) // the statement under way would be given up after two minutes
})

test('servers of which none takes writes are named, without the password', async () => {
  const [one, two] = [await startDoor('standby'), await startDoor('away')]
  const refused = startService({}, undefined, reachOf(urlOf(one.port, two.port)))
  await expect(refused).rejects.toMatchObject({ code: 'ENOPRIMARY' })
  await expect(refused).rejects.toThrow(`127.0.0.1:${one.port}: takes no writes`)
  const error = await refused.catch((reason) => String(reason))
  expect(error).not.toContain(inject('connection').password)
})

test('a single server may be asked for too, and a server that only reads may not', () => {
  expect(reachOf('postgres://svc@db/svc')).toEqual({ connectionString: 'postgres://svc@db/svc' })
  expect(reachOf(urlOf(5001)).hosts).toEqual([{ host: '127.0.0.1', port: 5001 }])
  expect(reachOf('postgres://svc:a%2Cb@one,[::1]:5433,three:5434/svc').hosts).toEqual([
    { host: 'one', port: 5432 },
    { host: '::1', port: 5433 },
    { host: 'three', port: 5434 },
  ])
  expect(() => reachOf('postgres://one,two/svc?target_session_attrs=standby')).toThrow('the service writes')
})
