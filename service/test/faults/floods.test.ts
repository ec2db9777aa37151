import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { RateLimits } from '../../src/foundation/rate-limits/index.ts'
import { newSecret } from '../../src/foundation/secrets/index.ts'
import { addressOf, openDirectory, READS } from '../../src/surfaces/http/index.ts'
import { startBoard } from '../board/stage.ts'
import { codeIn, visitorOf } from '../board/visitor.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { until } from '../harness/process.ts'
import { send, startProject } from '../harness/project.ts'
import { type SharedService, startService } from '../harness/service.ts'

/** 30 reads a minute. */
const TIGHT = { RATE_LIMIT_FACTOR: '0.05' }
const PROXIED = { TRUSTED_PROXIES: '127.0.0.1' }

/** How many statements and transactions are begun while `work` runs; once in ten seconds it is the clock's. */
async function queriesOf({ database: { pool } }: SharedService, work: () => Promise<unknown>): Promise<number> {
  const connect = vi.spyOn(pool, 'connect') // the pool asks itself for a connection for each statement
  await work()
  const count = connect.mock.calls.length
  connect.mockRestore()
  return count
}

function tally(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

// Guarantees that invented names cause no more queries than the limit allows.
test('requests for hosts that are no board are limited, and over the limit cost no query', async () => {
  const stage = await startBoard({}, TIGHT)
  const statuses: number[] = []
  const queries = await queriesOf(stage.service, async () => {
    for (let i = 0; i < 100; i += 1) {
      const host = `${randomBytes(6).toString('hex')}.localhost:${stage.service.port}`
      const answer = await stage.board(i % 2 ? 'GET' : 'POST', '/', { headers: { host } })
      statuses.push(answer.status)
      if (answer.status === 429)
        expect([codeIn(answer), answer.headers['retry-after']]).toEqual(['rate_limited', expect.any(String)])
    }
  })
  expect(tally(statuses)).toEqual({ 421: 30, 429: 70 })
  expect(queries).toBeLessThan(50)
})

test('a host that is no board is looked up once a second, however often it is asked for', async () => {
  const stage = await startBoard()
  const queries = await queriesOf(stage.service, async () => {
    for (let i = 0; i < 50; i += 1) await stage.board('GET', '/', { headers: { host: 'nobody.example' } })
  })
  expect(queries).toBeLessThan(25) // jobs of the service ask as well
})

// Guarantees that existing and unknown names have separate caches: in one cache, invented names would evict real ones.
test('a flood of hosts that are no board pushes no board out of memory, and is not remembered without end', async () => {
  const directory = openDirectory<string>()
  const limits = { count: false, take: async () => undefined, giveBack: async () => {}, close: async () => {} }
  const guesser = { limits: limits as unknown as RateLimits, limit: READS, address: '203.0.113.9' }
  let looks = 0
  const find = (name: string, found?: string) =>
    directory.find(name, guesser, async () => {
      looks += 1
      return found
    })
  await find('a board', 'its project')
  for (let i = 0; i < 25_000; i += 1) await find(`host ${i}`)
  expect([directory.remembered('a board'), looks]).toEqual(['its project', 25_001])
  await find('host 0') // was remembered as unknown, and pushed out by the others
  expect(looks).toBe(25_002)
})

// Guarantees that any number of projects takes a fixed amount of memory, and that a crowd costs the database one question.
test('many who ask for a board at once cost one look, and more boards than fit push out those used longest ago', async () => {
  const directory = openDirectory<string>()
  const limits = { count: false, take: async () => undefined, giveBack: async () => {}, close: async () => {} }
  const guesser = { limits: limits as unknown as RateLimits, limit: READS, address: '203.0.113.9' }
  const looks: string[] = []
  const find = (name: string) =>
    directory.find(name, guesser, async () => {
      looks.push(name)
      return `project of ${name}`
    })
  await Promise.all(Array.from({ length: 1_000 }, () => find('busy')))
  expect(looks).toEqual(['busy'])
  for (let i = 0; i < 12_000; i += 1) await find(`board ${i}`)
  const isRemembered = (name: string) => directory.remembered(name) !== undefined
  expect(['busy', 'board 0', 'board 1999', 'board 2000', 'board 11999'].map(isRemembered)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
})

test('publishable keys that do not exist are limited, and over the limit cost no query; a real key is not', async () => {
  const { service, app } = await startProject({ environment: { ...TIGHT, ...PROXIED } })
  await app('GET', '/v1/statuses')
  const guess = (key: string) =>
    send(service.origin, 'GET', '/v1/statuses', undefined, { 'x-project-key': key, 'x-forwarded-for': '203.0.113.9' })
  const statuses: number[] = []
  const queries = await queriesOf(service, async () => {
    for (let i = 0; i < 100; i += 1) statuses.push((await guess(newSecret('publishableKey'))).status)
  })
  expect(tally(statuses)).toEqual({ 401: 30, 429: 70 })
  expect(queries).toBeLessThan(50)
  expect((await app('GET', '/v1/statuses')).headers.get('ratelimit')).toMatch(/^"reads";r=28;/)
})

test('secret keys that do not exist are limited for their address', async () => {
  const { service } = await startProject({ environment: TIGHT })
  const statuses: number[] = []
  for (let i = 0; i < 40; i += 1) {
    const authorization = `Bearer ${newSecret('secretKey')}`
    statuses.push((await send(service.origin, 'GET', '/v1/users', undefined, { authorization })).status)
  }
  expect(tally(statuses)).toEqual({ 401: 30, 429: 10 })
})

test('preflights of unknown origins are limited; those of an allowed one are not, and cost one query a second', async () => {
  const { service } = await startProject({ environment: TIGHT })
  const preflight = (origin: string) =>
    send(service.origin, 'OPTIONS', '/v1/posts', undefined, { origin, 'access-control-request-method': 'GET' })
  const queries = await queriesOf(service, async () => {
    for (let i = 0; i < 50; i += 1) {
      const { status, headers } = await preflight('https://app.acme.example')
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.acme.example'])
    }
  })
  expect(queries).toBeLessThan(25) // jobs of the service ask as well
  const statuses: number[] = []
  for (let i = 0; i < 40; i += 1) statuses.push((await preflight(`https://x${i}.example`)).status)
  expect(tally(statuses)).toEqual({ 204: 30, 429: 10 })
})

// Guarantees that a refusal is cheap: its page needs no query, whatever cookie the request has.
test('every anonymous page of a board is limited for the address, and the 429 costs no query', async () => {
  for (const path of ['/', '/sso/callback', '/continue', '/offline', '/robots.txt', '/feed.xml', '/sitemap.xml']) {
    const stage = await startBoard({}, TIGHT)
    await stage.board('GET', path)
    for (let i = 0; i < 29; i += 1) await stage.board('GET', path)
    let over = await stage.board('GET', path)
    const queries = await queriesOf(stage.service, async () => {
      for (let i = 0; i < 30; i += 1) over = await stage.board('GET', path)
    })
    expect([path, over.status]).toEqual([path, 429])
    // The board itself is looked up once a second, and jobs of the service ask as well.
    expect(queries).toBeLessThan(15)
  }
})

test('forms with a session that somebody guessed are limited for the address', async () => {
  const stage = await startBoard({}, TIGHT)
  const { form } = visitorOf(stage)
  const statuses: number[] = []
  for (let i = 0; i < 40; i += 1) {
    const answer = await form('/posts/1/comments', { body: 'x' }, { cookie: `session=${newSecret('session')}` })
    statuses.push(answer.status)
  }
  expect(tally(statuses)).toEqual({ 401: 30, 429: 10 })
})

test('console sessions that somebody guessed are limited for the address', async () => {
  const { origin } = await startService(TIGHT)
  const statuses: number[] = []
  for (let i = 0; i < 40; i += 1) {
    const cookie = `console=${newSecret('operatorSession')}`
    statuses.push((await fetch(`${origin}/console`, { headers: { cookie }, redirect: 'manual' })).status)
  }
  expect(tally(statuses)).toEqual({ 303: 30, 429: 10 })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
])('the address %s is counted as %s', (ip, counted) => {
  expect(addressOf({ ip })).toBe(counted)
})

// Guarantees that all addresses of one network share one limit on every surface.
test('all addresses of an IPv6 network of 64 bits are counted as one', async () => {
  const stage = await startBoard({}, { ...TIGHT, ...PROXIED })
  const from = (i: number) => ({ 'x-forwarded-for': `2001:db8:7:7:${i.toString(16)}::${i}` })
  const statuses: number[] = []
  for (let i = 1; i <= 40; i += 1) {
    const asked =
      i % 2 ? stage.board('GET', '/', { headers: from(i) }) : stage.app('GET', '/v1/statuses', { headers: from(i) })
    statuses.push((await asked).status)
  }
  expect(tally(statuses)).toEqual({ 200: 30, 429: 10 })
  expect((await stage.app('GET', '/v1/statuses', { headers: { 'x-forwarded-for': '2001:db8:7:8::1' } })).status).toBe(
    200,
  )
  const rejected: number[] = []
  for (let i = 1; i <= 3; i += 1) rejected.push((await stage.exchange('no token', from(i))).status)
  expect(tally(rejected)).toEqual({ 401: 1, 429: 2 })
})

// One exchange an address and project, one rejected token an address, six exchanges a project.
const SCARCE = { RATE_LIMIT_FACTOR: '0.002', ...PROXIED }

test('a refusal by the limit of a project does not count as a rejected token', async () => {
  const one = await startProject({ environment: SCARCE })
  const two = await startProject({ service: one.service })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  for (let i = 1; i <= 6; i += 1) {
    expect((await one.exchange(one.signToken({ sub: `u${i}` }), from(`203.0.113.${i}`))).status).toBe(201)
  }
  const over = await one.exchange(one.signToken(), from('203.0.113.99'))
  expect([over.status, over.headers.get('ratelimit-policy')]).toEqual([
    429,
    expect.stringContaining('exchange-project'),
  ])
  expect((await two.exchange('no token', from('203.0.113.99'))).status).toBe(401)
  const spent = await two.exchange('no token', from('203.0.113.99'))
  expect(spent.status).toBe(429)
})

test('the same on the board', async () => {
  const one = await startBoard({}, SCARCE)
  const two = await startBoard({}, {}, { service: one.service })
  const signIn = async (stage: typeof one, address: string, token?: string) => {
    const { start, finish, tokenFor } = visitorOf(stage)
    const headers = { 'x-forwarded-for': address }
    const flow = await start({}, headers)
    return finish(flow, token ?? tokenFor(flow.state, { sub: address }), headers)
  }
  for (let i = 1; i <= 6; i += 1) expect((await signIn(one, `203.0.113.${i}`)).status).toBe(200)
  const over = await signIn(one, '203.0.113.99')
  expect([over.status, over.headers['ratelimit-policy']]).toEqual([429, expect.stringContaining('exchange-project')])
  const { start, finish } = visitorOf(two)
  const flow = await start({}, { 'x-forwarded-for': '203.0.113.97' })
  expect((await finish(flow, 'no token', { 'x-forwarded-for': '203.0.113.99' })).status).toBe(401)
})

test('a read-only database does not count rejected tokens', async () => {
  const { connection, administer, cutConnections } = await ownDatabase()
  const service = await startService({ RATE_LIMIT_FACTOR: '1' }, undefined, connection)
  const { exchange, signToken } = await startProject({ service })
  const set = async (value: string) => {
    await administer(`alter database ${connection.database} set default_transaction_read_only = ${value}`)
    await cutConnections()
    await until(() =>
      service.database.sql`select 1`.then(
        () => true,
        () => false,
      ),
    )
  }
  await set('on')
  for (let i = 0; i < 25; i += 1) expect((await exchange(signToken())).status).toBe(503)
  await set('off')
  await until(async () => (await exchange('no token')).status === 401)
})

// Guarantees that an outage of the database does not fill the disk with log lines.
test('a flood of 503s is one line a second, which tells how many were left out', async () => {
  const { connection, administer, cutConnections } = await ownDatabase()
  const service = await startService({}, undefined, connection)
  const { server } = await startProject({ service })
  await administer(`alter database ${connection.database} set default_transaction_read_only = on`)
  await cutConnections()
  const lines = () =>
    service.logged
      .filter((line) => line.includes('"unavailable"'))
      .map((line) => JSON.parse(line) as { left_out?: number })
  const before = lines().length
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 300 }, () => server('POST', '/v1/tags', { name: 'x' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  const told = () =>
    lines()
      .slice(before)
      .reduce((sum, { left_out = 0 }) => sum + 1 + left_out, 0)
  await until(() => told() >= 300)
  expect(told()).toBe(300)
  expect(lines().length - before).toBeLessThanOrEqual(2 + (performance.now() - began) / 1000)
})
