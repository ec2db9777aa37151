import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { skipWithout } from '../harness/missing-tools.ts'
import { freePort } from '../harness/ports.ts'
import { until } from '../harness/process.ts'
import { startProject, type TestProject } from '../harness/project.ts'

const LIMITED = { RATE_LIMIT_FACTOR: '1' }

test('rejected tokens are limited for an address; accepted ones do not count among them', async () => {
  const { exchange, signToken } = await startProject({ environment: LIMITED })
  for (let i = 0; i < 30; i += 1) expect((await exchange(signToken())).status).toBe(201)
  for (let i = 0; i < 20; i += 1) expect((await exchange('no token')).status).toBe(401)
  const over = await exchange('no token')
  expect([over.status, over.body.code]).toEqual([429, 'rate_limited'])
  const wait = Number(over.headers.get('retry-after'))
  expect(wait).toBeGreaterThanOrEqual(1)
  expect(wait).toBeLessThanOrEqual(60)
  expect(over.headers.get('ratelimit-policy')).toBe('"rejected-tokens";q=20;w=60')
  expect((await exchange(signToken())).status).toBe(429)
})

test('every answer says what is left', async () => {
  const { exchange, signToken, app, signIn, server } = await startProject({ environment: LIMITED })
  const { headers } = await exchange(signToken())
  expect(headers.get('ratelimit-policy')).toBe(
    '"exchange";q=120;w=60, "rejected-tokens";q=20;w=60, "exchange-project";q=3000;w=60',
  )
  expect(headers.get('ratelimit')).toMatch(/^"exchange";r=119;t=\d+, "rejected-tokens";r=19;/)
  const { session } = await signIn()
  const reads = await app('GET', '/v1/me', { session })
  expect(reads.headers.get('ratelimit')).toMatch(/^"reads";r=599;t=\d+$/)
  expect((await server('GET', '/v1/signing_keys')).headers.get('ratelimit-policy')).toBe('"server";q=100;w=1')
  expect(
    (await fetch(`${(await startProject({ environment: LIMITED })).service.origin}/v1/version`)).headers.get(
      'ratelimit',
    ),
  ).toMatch(/"reads"/)
})

test('writes are limited for the user, whatever the session', async () => {
  const { signIn, app } = await startProject({ environment: { RATE_LIMIT_FACTOR: '0.05' } }) // 3 writes a minute
  const statuses: number[] = []
  for (let i = 0; i < 5; i += 1) {
    const { session } = await signIn()
    statuses.push((await app('DELETE', '/v1/sessions/current', { session })).status)
  }
  expect(statuses).toEqual([204, 204, 204, 429, 429])
})

test('a client that is not behind a trusted proxy cannot choose its address', async () => {
  const { exchange } = await startProject({ environment: LIMITED })
  const statuses = new Set<number>()
  for (let i = 0; i < 25; i += 1)
    statuses.add((await exchange('no token', { 'x-forwarded-for': `203.0.113.${i}` })).status)
  expect(statuses).toEqual(new Set([401, 429]))
})

test('behind a trusted proxy each client has its own count', async () => {
  const { exchange } = await startProject({ environment: { ...LIMITED, TRUSTED_PROXIES: '127.0.0.1' } })
  for (let i = 0; i < 25; i += 1) {
    expect((await exchange('no token', { 'x-forwarded-for': `203.0.113.${i}` })).status).toBe(401)
  }
})

// Guarantees that processes count together: each of the two alone would accept all requests.
test('with Redis two services share one count, and without it each goes on counting for itself', async (context) => {
  if (!existsSync(REDIS)) skipWithout('Redis', context)
  const { redis, url, connections } = await startRedis()
  const one = await startProject({ environment: withRedis(url) })
  const two = await startProject({ environment: withRedis(url) })
  await until(async () => (await connections()) >= 2)
  const { statuses } = await whileRedisAnswers([one, two], async (client) => {
    const statuses: number[] = []
    for (let i = 0; i < 24; i += 1) statuses.push((await (i % 2 === 0 ? one : two).exchange('no token', client)).status)
    return { statuses }
  })
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  const before = warnings(one).length
  redis.kill('SIGKILL')
  await until(() => warnings(one).length > before)
  expect((await one.exchange('no token')).status).toBe(401)
})

// Guarantees that no request waits for a Redis that hangs: the first ones 250 ms, the others not at all.
test('while Redis hangs each process counts for itself, and says so once', async (context) => {
  if (!existsSync(REDIS)) skipWithout('Redis', context)
  const { redis, url, connections } = await startRedis()
  onTestFinished(() => void redis.kill('SIGCONT'))
  const project = await startProject({ environment: withRedis(url) })
  await until(async () => (await connections()) >= 1)
  const { client, usualMs } = await whileRedisAnswers([project], async (client) => {
    const began = performance.now()
    for (let i = 0; i < 15; i += 1) expect((await project.exchange('no token', client)).status).toBe(401)
    return { client, usualMs: (performance.now() - began) / 15 }
  })
  redis.kill('SIGSTOP')
  const before = warnings(project).length
  const statuses: number[] = []
  const began = performance.now()
  for (let i = 0; i < 40; i += 1) statuses.push((await project.exchange('no token', client)).status)
  const tookMs = performance.now() - began
  // This process counts from nothing: 20 of its own.
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  // Had each of the 40 waited for each of its counts, that would be 20 seconds more at least.
  expect(tookMs - 40 * usualMs).toBeLessThan(15_000)
  expect(warnings(project).length - before).toBe(1)
  redis.kill('SIGCONT')
  await until(() => warnings(project).length === news(project).length)
  // Counted together again: the first 15 are remembered there, and the one that hung was counted late.
  const later: number[] = []
  for (let i = 0; i < 10; i += 1) later.push((await project.exchange('no token', client)).status)
  expect(later.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
})

// Guarantees that a failover of Redis costs no answer: a server that became a replica refuses to count, and one that is gone answers nothing.
test('while Redis fails over under load every request is answered, and the metric says how long', async (context) => {
  if (!existsSync(REDIS)) skipWithout('Redis', context)
  const { redis, admin, url, connections } = await startRedis()
  const project = await startProject({ environment: withRedis(url) })
  await until(async () => (await connections()) >= 1)
  const { port } = project.service
  const away = async () =>
    /^svc_redis_away (\d)$/m.exec(await (await fetch(`http://localhost:${port}/metrics`)).text())?.[1]
  const answers = new Map<number, number>()
  let isOver = false
  const people = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const { status } = await project.exchange('no token')
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  })
  await until(async () => (await away()) === '0')
  await admin.replicaof('127.0.0.1', '1')
  await until(async () => (await away()) === '1')
  await admin.replicaof('NO', 'ONE')
  await until(async () => (await away()) === '0')
  redis.kill('SIGKILL')
  await until(async () => (await away()) === '1')
  isOver = true
  await Promise.all(people)
  expect(answers.get(401)).toBeGreaterThan(0)
  expect([...answers.keys()].filter((status) => status !== 401 && status !== 429)).toEqual([])
  // Once when it goes, once when it comes back.
  expect(warnings(project).length).toBeGreaterThanOrEqual(2)
  expect(news(project)).toHaveLength(warnings(project).length - 1)
})

const REDIS = '/usr/bin/redis-server'

async function startRedis() {
  const port = await freePort()
  const redis = spawn(REDIS, ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' })
  onTestFinished(() => void redis.kill('SIGKILL'))
  await until(() => listens(port))
  const url = `redis://127.0.0.1:${port}`
  const admin = new Redis(url)
  admin.on('error', () => {}) // it is stopped in the middle of a test
  onTestFinished(() => admin.disconnect())
  /** How many others have connected. */
  const connections = async () => `${await admin.client('LIST')}`.trim().split('\n').length - 1
  return { redis, admin, url, connections }
}

/** Services whose clients a proxy names, so that each can begin to count from nothing. */
const withRedis = (url: string) => ({ ...LIMITED, REDIS_URL: url, TRUSTED_PROXIES: '127.0.0.1' })

/** Does something for a new client, until Redis answered in time from the beginning to the end: on a busy machine it is late sometimes. */
async function whileRedisAnswers<Result>(
  projects: readonly TestProject[],
  work: (client: { readonly 'x-forwarded-for': string }) => Promise<Result>,
): Promise<Result> {
  const outages = () => projects.flatMap(warnings).length
  for (let last = 1; ; last += 1) {
    await until(() => projects.every((project) => warnings(project).length === news(project).length))
    const before = outages()
    const result = await work({ 'x-forwarded-for': `203.0.113.${last}` })
    if (outages() === before) return result
  }
}

function warnings({ service }: Pick<TestProject, 'service'>): string[] {
  return service.logged.filter((line) => line.includes('Redis does not answer'))
}

function news({ service }: Pick<TestProject, 'service'>): string[] {
  return service.logged.filter((line) => line.includes('Redis answers again'))
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
