import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Problem } from '../../src/foundation/problems/index.ts'
import { joinStorage, type Storage } from '../../src/foundation/storage/index.ts'
import { MOST_QUEUED } from '../../src/foundation/storage/pool.ts'
import { readiness } from '../../src/surfaces/operations/readiness.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { sendRaw } from '../harness/raw-http.ts'
import { sharedService, startService } from '../harness/service.ts'

test('the probes answer on every host name, since a probe knows only an address', async () => {
  const { port } = await sharedService()
  for (const [path, status] of [
    ['healthz', 'ok'],
    ['readyz', 'ready'],
  ]) {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`)
    expect([answer.status, await answer.json()]).toEqual([200, { status }])
  }
})

test('a probe may ask for the head alone, and in HTTP/1.0 without a host', async () => {
  const { origin, port } = await sharedService()
  expect((await fetch(`${origin}/healthz`, { method: 'HEAD' })).status).toBe(200)
  expect((await sendRaw(port, 'GET /readyz HTTP/1.0\r\n\r\n')).status).toBe(200)
  expect((await sendRaw(port, 'GET /v1/version HTTP/1.0\r\n\r\n')).status).toBe(400)
})

test('a database with more migrations than the build knows, or fewer, is not ready', async () => {
  const { origin, database } = await startService({}, undefined, (await ownDatabase()).connection)
  await database.sql`insert into schema_migrations (version, name, checksum) values (9998, '9998_future', 'x')`
  const answer = await fetch(`${origin}/readyz`)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('migrations') })
  await database.sql`delete from schema_migrations where version = 9998`
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  await database.sql`delete from schema_migrations where version = (select max(version) from schema_migrations)`
  expect((await fetch(`${origin}/readyz`)).status).toBe(503)
})

// Guarantees that older processes stay in use while a newer release starts beside them.
test('a database with more migrations that serve the build is ready', async () => {
  const { origin, database } = await startService({}, undefined, (await ownDatabase()).connection)
  const known = database.schemaVersion
  await database.sql`
    insert into schema_migrations (version, name, checksum, serves)
    values (9997, '9997_wider', 'x', ${known}), (9998, '9998_wider', 'x', ${known - 1})`
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  await database.sql`update schema_migrations set serves = ${known + 1} where version = 9998`
  const answer = await fetch(`${origin}/readyz`)
  expect([answer.status, (await answer.json()).detail]).toEqual([503, expect.stringContaining('9998_wider')])
})

test('a machine whose clock is more than five seconds off the database’s is not ready, and says so', async () => {
  const { origin } = await sharedService()
  const real = Date.now
  const skewed = vi.spyOn(Date, 'now').mockImplementation(() => real() - 6_000)
  const answer = await fetch(`${origin}/readyz`)
  skewed.mockRestore()
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    code: 'unavailable',
    detail: expect.stringContaining('behind the database'),
  })
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
})

// Guarantees that a crowd at one process does not make a balancer send it to the next one.
test('a process stays ready while many wait for a connection, as long as the database answers', async () => {
  const most = 3
  const connection = { ...inject('connection'), max: most, connectionTimeoutMillis: 60_000 }
  const { origin, database } = await startService({}, undefined, connection)
  const { sql, transaction, pool } = database
  await sql`select 1`
  const lastAnswer = performance.now()
  const held = Promise.withResolvers<void>()
  const holders = Array.from({ length: most }, () => {
    const begun = Promise.withResolvers<void>()
    const ended = transaction(async (sql) => {
      await sql`select 1`
      begun.resolve()
      await held.promise
    })
    return { begun: begun.promise, ended }
  })
  await Promise.all(holders.map(({ begun }) => begun))
  const waiting: Promise<unknown>[] = []
  while (pool.waitingCount < MOST_QUEUED) waiting.push(sql`select 1`.then(() => {}))
  const statusAfter = async (ms: number) => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(lastAnswer + ms)
    const { status } = await fetch(`${origin}/readyz`)
    clock.mockRestore()
    return status
  }
  expect(await statusAfter(0)).toBe(200)
  expect(await statusAfter(60_000)).toBe(503)
  held.resolve()
  await Promise.all([...holders.map(({ ended }) => ended), ...waiting])
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
})

// Guarantees that a crowd hides no fault: what is found out counts, and only what had to wait is done without.
test('a crowded process is not ready if the tables do not fit it or the database is away; only waiting is forgiven', async () => {
  const { connection, administer, cutConnections } = await ownDatabase()
  const schemaVersion = (await startService()).database.schemaVersion
  const open = (more: object) => joinStorage({ connection: { ...connection, ...more }, schemaVersion }, () => {})
  const database = await open({})
  const narrow = await open({ max: 1, connectionTimeoutMillis: 60_000 })
  onTestFinished(async () => void (await Promise.all([database.close(), narrow.close()])))
  const refusal = (storage: Storage, isCrowded = true) =>
    readiness({ database: { ...storage, isCrowded: () => isCrowded }, stopping: () => false })().catch(
      (error: Problem) => error.detail,
    )
  expect(await refusal(database)).toBeUndefined()
  await narrow.transaction(async (sql) => {
    await sql`select 1`
    const refusals = await Promise.all([refusal(narrow), refusal(narrow, false)])
    expect(refusals).toEqual([undefined, expect.stringContaining('does not answer')])
  })
  await database.sql`insert into schema_migrations (version, name, checksum) values (9998, '9998_future', 'x')`
  expect(await refusal(database)).toContain('9998_future')
  await administer(`alter database ${connection.database} allow_connections false`)
  await cutConnections()
  expect(await refusal(database)).toContain('refuses the connection')
})

test('numbers are for this machine or for who has the token', async () => {
  const { port, origin } = await startService({ METRICS_TOKEN: 'a-long-enough-token' })
  const read = (headers: Record<string, string>) => fetch(`${origin}/metrics`, { headers })
  const local = await read({})
  expect(local.headers.get('content-type')).toContain('text/plain')
  await fetch(`${origin}/v1/version`)
  expect(await (await read({})).text()).toContain('route="/v1/version",status="200"} 1')
  await fetch(`${origin}/v1/sessions/sso`, { method: 'POST' })
  expect(await (await read({})).text()).toContain(
    'svc_problems_total{route="/v1/sessions/sso",code="project_key_required"} 1',
  )
  expect((await read({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
  expect((await read({ 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer a-long-enough-token' })).status).toBe(
    200,
  )
  expect((await read({ authorization: 'Bearer wrong' })).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
})

test('everything that is answered carries the security headers', async () => {
  const { origin } = await sharedService()
  for (const path of [
    '/healthz',
    '/readyz',
    '/metrics',
    '/v1/version',
    '/v1/nope',
    '/docs',
    '/docs/errors',
    '/docs/style.css',
    '/nope',
  ]) {
    const { headers } = await fetch(origin + path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    if (path.startsWith('/docs')) expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('request-id')).toMatch(/^req_/)
    expect(headers.get('set-cookie')).toBeNull()
  }
})

// The canary test of the log: whatever a client puts where, nothing of it is written down.
test('no token, key or address that a request carries is ever in a log line', async () => {
  const { origin, logged } = await sharedService()
  const canaries = {
    session: `svc_ses_${'c4narY'.repeat(9)}`,
    secret: `svc_sk_live_${'c4narY'.repeat(9)}`,
    token: `eyJhbGciOiJFUzI1NiJ9.${Buffer.from('{"sub":"c4narY"}').toString('base64url')}.c4narY`,
    email: 'c4narY@example.com',
  }
  const before = logged.length
  for (const canary of Object.values(canaries)) {
    const place = encodeURIComponent(canary)
    await fetch(`${origin}/v1/version?token=${place}`)
    await fetch(`${origin}/v1/${place}/${place}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${canary}`,
        'x-project-key': canary,
        'idempotency-key': canary,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ token: canary, email: canary }),
    })
    await fetch(`${origin}/readyz?email=${place}`, { headers: { 'user-agent': canary, referer: canary } })
  }
  expect(logged.length).toBeGreaterThan(before)
  expect(logged.join('')).not.toContain('c4narY')
})
