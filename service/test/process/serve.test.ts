import { execFileSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { expressionsOfDeploy, missingIn } from '../deploy/metrics.ts'
import { commandLineWith } from '../harness/command-line.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { freePort } from '../harness/ports.ts'
import {
  copyPreparedData,
  dataDirectory,
  isRunning,
  type Run,
  runMain,
  runToEnd,
  startMain,
  stopMain,
  temporaryDirectory,
  until,
  untilReady,
} from '../harness/process.ts'
import { openRaw } from '../surfaces/raw-client.ts'

// Its jobs would take the imports and mails of other tests.
const { connection } = await ownDatabase({ whenDone: afterAll })
const DATABASE_URL = databaseUrl({ database: connection.database })

async function launch(WORKERS: string) {
  const PORT = String(await freePort())
  const run = startMain(['serve'], { DATABASE_URL, DATABASE_CONNECTIONS: '8', PORT, WORKERS })
  launched.push(run)
  await untilReady(run)
  return { run, origin: `http://localhost:${PORT}`, port: Number(PORT) }
}

const launched: Run[] = []
afterAll(() => Promise.all(launched.map(stopMain)))

/** By the number of workers. */
const running = new Map<string, ReturnType<typeof launch>>()

/** A running service that no test has ended, and that this one leaves running. */
function borrow(workers = '1') {
  const service = running.get(workers) ?? launch(workers)
  running.set(workers, service)
  return service
}

/** A running service for a test that ends it. */
function take(workers = '1') {
  const service = borrow(workers)
  running.delete(workers)
  return service
}

const workersOf = ({ pid }: Run) =>
  execFileSync('pgrep', ['-P', String(pid)])
    .toString()
    .trim()
    .split('\n')
    .map(Number)

/** A start that fails, in this process, which keeps none of the handlers for signals that belong to a service. */
async function failToServe(environment: Record<string, string>) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const before = signals.map((signal) => process.listeners(signal))
  const { code, told } = await commandLineWith(['serve'], environment)
  for (const [place, signal] of signals.entries())
    for (const listener of process.listeners(signal))
      if (!before[place]?.includes(listener)) process.off(signal, listener)
  return { code, err: told }
}

test('the service says what to open, and it opens', async () => {
  const { run, origin } = await borrow()
  const addresses = run.out().match(/http:\/\/\S+/g) ?? []
  expect(addresses).toContain(`${origin}/docs`)
  const headers = { connection: 'close' } // a connection that stays open would be served while the service stops
  for (const address of addresses) expect((await fetch(address, { headers })).status).toBe(200)
})

// Guarantees that the next step, typed in another shell, works on this database and not on a second one.
test('the command to type next names the database, unless it is the usual one', async () => {
  const { run } = await borrow()
  expect(run.out()).toContain('DATABASE_URL=… npx svc project create')
  const DATA_DIR = join(await dataDirectory(), 'some data')
  await copyPreparedData(DATA_DIR)
  const own = runMain(['serve'], { DATA_DIR, PORT: String(await freePort()) })
  await untilReady(own)
  expect(own.out()).toContain(`DATA_DIR='${DATA_DIR}' npx svc project create`)
  await stopMain(own)
  const usual = runMain(['serve'], { DATA_DIR, DEFAULT_DATA_DIR: DATA_DIR, PORT: String(await freePort()) })
  await untilReady(usual)
  expect(usual.out()).toMatch(/project: +npx svc project create/)
})

/** What waits for a lock in this database, whatever others do on the same server. */
const WAITING =
  'select 1 from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database() and not l.granted'

// Guarantees that a deployment drops no request: the one under way is answered, then the process ends by itself.
test('a request under way when the service is told to stop is finished', async () => {
  const { run, origin } = await take()
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table schema_migrations in access exclusive mode')
  const answer = fetch(`${origin}/readyz`)
  await until(async () => (await client.query(WAITING)).rowCount === 1)
  run.child.kill('SIGTERM')
  await until(() => run.out().includes('Stopping'))
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
  await client.query('rollback')
  expect([200, 503]).toContain((await answer).status) // 503 where the machine was so busy that the check gave up first
  expect(await run.ended).toEqual({ code: 0, signal: null })
})

test('several workers share one port, their numbers are added up, and a dead one is replaced', async () => {
  const { run, origin } = await borrow('2')
  const workers = () => workersOf(run)
  const first = workers()
  expect(first).toHaveLength(2)
  for (let i = 0; i < 20; i += 1) {
    const answer = await fetch(`${origin}/v1/version`, { headers: { connection: 'close' } })
    expect(answer.status).toBe(200)
  }
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  expect(metrics).toMatch(
    /svc_http_request_duration_seconds_count\{method="GET",route="\/v1\/version",status="200"\} 20/,
  )
  // The primary tidies and looks after the event log, and the workers tell of it.
  await until(async () => {
    const text = await (await fetch(`${origin}/metrics`)).text()
    return (
      /^svc_housekeeping_failures_total\{step="sessions"\} 0$/m.test(text) &&
      /^svc_events_held_back_seconds /m.test(text) &&
      /^svc_jobs_total\{work="notify",result="done"\} /m.test(text) &&
      /^svc_queue_length\{queue="jobs"\} /m.test(text) // its tables are made after the service is ready
    )
  })
  const all = await (await fetch(`${origin}/metrics`)).text()
  expect(missingIn(all, await expressionsOfDeploy())).toEqual([])
  const described = [...all.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  expect(described.filter((name, place) => described.indexOf(name) !== place)).toEqual([]) // Prometheus refuses a metric that comes twice
  expect(all).not.toMatch(/[{,](?:job|instance)="/) // Prometheus has labels of these names itself
  expect(all).toMatch(/^svc_database_connections_max 18$/m) // two workers and their primary, each without the two for look-ups
  for (const queue of ['mails', 'webhooks', 'notifications', 'imports', 'jobs']) {
    expect(all).toMatch(new RegExp(`^svc_queue_length\\{queue="${queue}"\\} \\d`, 'm'))
    expect(all).toMatch(new RegExp(`^svc_queue_oldest_seconds\\{queue="${queue}"\\} \\d`, 'm'))
  }
  process.kill(first[0] ?? 0, 'SIGKILL')
  // Numbers that fall read as a restart of everything, and a failed question as an outage.
  const seen: [number, number][] = []
  const asking = new AbortController()
  const ask = async () => {
    const answer = await fetch(`${origin}/metrics`, { headers: { connection: 'close' }, signal: asking.signal })
    seen.push([answer.status, countIn(await answer.text(), '/v1/version')])
  }
  // Nobody waits for a single answer: a connection that the primary gave to the dead worker is never answered, because node:cluster forgets it.
  const askUntil = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      ask().catch(() => {})
      await new Promise((wake) => setTimeout(wake, 100))
    }
  }
  await askUntil(() => seen.length > 3 && workers().length === 2 && !workers().includes(first[0] ?? 0))
  const atReplacement = seen.length
  await askUntil(() => seen.length >= atReplacement + 5)
  asking.abort()
  expect(seen.filter(([status, count]) => status !== 200 || count !== 20)).toEqual([])
})

function countIn(metrics: string, route: string): number {
  const line = new RegExp(
    `svc_http_request_duration_seconds_count\\{method="GET",route="${route}",status="200"\\} (\\d+)`,
  )
  return Number(line.exec(metrics)?.[1])
}

// Guarantees a deployment that busy clients do not notice: each gets whole answers, the last of which says that it closes.
test.each(['1', '2'])('a stop finishes what busy connections ask, and resets none, with %s worker', async (count) => {
  const { run, port } = await take(count)
  const workers = count === '1' ? [] : workersOf(run)
  const request = `GET /v1/version HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`
  const clients = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { socket, text, ended } = await openRaw(port)
      let [sent, isTold] = [0, false]
      const got = () => text().match(/"version":"[^"]+".*?\}/g)?.length ?? 0
      const next = () => {
        isTold = /connection: close/i.test(text())
        if (got() < sent || isTold) return
        sent += 1
        setTimeout(() => socket.write(request), 5)
      }
      socket.on('data', next)
      next()
      return { ended, got, outcome: () => ({ lost: sent - got(), isTold }) }
    }),
  )
  await until(() => clients.every(({ got }) => got() >= 3))
  run.child.kill('SIGTERM')
  for (const { ended, outcome } of clients) expect([await ended, outcome()]).toEqual(['end', { lost: 0, isTold: true }])
  expect(await run.ended).toEqual({ code: 0, signal: null })
  expect(workers.filter(isRunning)).toEqual([])
})

test('workers end with a primary that was killed', async () => {
  const { run } = await take('2')
  const workers = workersOf(run)
  expect(workers).toHaveLength(2)
  run.child.kill('SIGKILL')
  await until(() => !workers.some(isRunning))
})

test('every mistake in the environment is told at once, without secrets, and nothing is started', async () => {
  const { code, err } = await failToServe({
    PORT: 'x',
    API_ORIGIN: 'y',
    WORKERS: '-1',
    DATABASE_URL: 'mysql://u:hunter2@h/d',
  })
  expect(code).toBe(1)
  for (const name of ['PORT', 'API_ORIGIN', 'WORKERS', 'DATABASE_URL']) expect(err).toContain(name)
  expect(err).not.toContain('hunter2')
})

test.each(['1', '2'])('a port in use is named, with %s worker', async (WORKERS) => {
  const other = createServer()
  const PORT = await freePort()
  await new Promise<void>((ready) => other.listen(PORT, '127.0.0.1', ready))
  onTestFinished(() => void other.close())
  const { code, err } = await runToEnd(['serve'], { DATABASE_URL, PORT: String(PORT), WORKERS })
  expect(code).toBe(1)
  expect(err).toContain(`Port ${PORT} on 127.0.0.1 is in use`)
})

test('a host that is not of this machine is named', async () => {
  const { code, err } = await runToEnd(['serve'], {
    DATABASE_URL,
    HOST: '203.0.113.7',
    PORT: String(await freePort()),
  })
  expect([code, err]).toEqual([1, expect.stringContaining('203.0.113.7 is not an address of this machine')])
})

test('a wrong password is named without being repeated', async () => {
  const { code, err } = await runToEnd(['serve'], { DATABASE_URL: databaseUrl({ password: 'hunter2' }) })
  expect([code, err]).toEqual([1, expect.stringContaining('refused the password of user')])
  expect(err).not.toContain('hunter2')
})

test('a database that does not exist is named', async () => {
  const { code, err } = await failToServe({ DATABASE_URL: databaseUrl({ database: 'nowhere' }) })
  expect([code, err]).toEqual([1, expect.stringContaining('has no database "nowhere"')])
})

test('a data directory that is a file, or below one, is refused in words', async () => {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'file'), '')
  for (const place of ['file', 'file/below']) {
    const { code, err } = await failToServe({ DATA_DIR: join(directory, place) })
    expect([code, err]).toEqual([1, expect.stringMatching(/DATA_DIR .* cannot be used/)])
  }
})

test('a read-only data directory is refused in words', async ({ skip }) => {
  const directory = await temporaryDirectory()
  const place = join(directory, 'closed')
  await mkdir(place)
  const asRoot = process.getuid?.() === 0
  if (asRoot && !mount(place, 'ro')) return skip('this machine does not let root mount a file system')
  if (!asRoot) await chmod(place, 0o500)
  const { code, err } = await failToServe({ DATA_DIR: place })
  expect([code, err]).toEqual([1, expect.stringMatching(/DATA_DIR .* (read-only file system|may not write)/)])
})

test('a full data directory is refused in words', async ({ skip }) => {
  const place = join(await temporaryDirectory(), 'full')
  await mkdir(place)
  if (!mount(place, 'size=4k')) return skip('only root can mount a file system that is full')
  await writeFile(join(place, 'filler'), 'x'.repeat(4_096)).catch(() => {})
  const { code, err } = await failToServe({ DATA_DIR: place })
  expect([code, err]).toEqual([1, expect.stringMatching(/DATA_DIR .* the disk is full/)])
})

function mount(place: string, options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place], { stdio: 'ignore' })
  } catch {
    return false
  }
  onTestFinished(() => void execFileSync('umount', [place]))
  return true
}
