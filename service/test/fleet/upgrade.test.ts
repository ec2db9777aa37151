import { spawn } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../harness/database-url.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { MAIN, MIGRATIONS, ROOT } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import { temporaryDirectory, until } from '../harness/process.ts'
import { SCHEMA_VERSION } from '../harness/service.ts'
import { makeClient, missingOf, startLoad } from './load.ts'
import { needPrograms, serverDirectory, startProgram, statusOf } from './programs.ts'

const PEOPLE = 6
/** What a later release may change in the tables that every request uses. */
const LATER = [
  'alter table users add column later text;',
  'alter table posts add column later boolean not null default false;',
  'alter table post_standings add column later integer not null default 0;',
  'alter table sessions add column later timestamptz;',
  'alter table votes add constraint vote_is_later check (created_at is not null) not valid;',
  '-- one by one\nalter table votes validate constraint vote_is_later;\ncreate index concurrently if not exists events_later on posts (project_id, later);',
]

/** The program of a later release: this build, with more migrations. */
async function laterBuild(): Promise<string> {
  const directory = await temporaryDirectory()
  const service = join(directory, 'service')
  await mkdir(service)
  await cp(dirname(MAIN), join(service, 'dist'), { recursive: true })
  await cp(MIGRATIONS, join(service, 'migrations'), { recursive: true })
  await cp(join(ROOT, 'service/package.json'), join(service, 'package.json'))
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
  const four = (number: number) => String(number).padStart(4, '0')
  for (const [place, text] of LATER.entries()) {
    const name = `${four(SCHEMA_VERSION + place + 1)}_later.sql`
    await writeFile(join(service, 'migrations', name), `-- serves ${four(SCHEMA_VERSION)}\n${text}`)
  }
  return join(service, 'dist/main.js')
}

interface Place {
  readonly port: number
  start(main: string): Promise<void>
  stop(): Promise<void>
}

/** A machine of the fleet: it runs one release at a time. */
async function makePlace(environment: Record<string, string>): Promise<Place> {
  const port = await freePort()
  let stop = async () => {}
  onTestFinished(() => stop())
  return {
    port,
    start: async (main) => {
      const child = spawn(process.execPath, [main, 'serve'], {
        env: { PATH: process.env.PATH ?? '', PORT: String(port), ...environment },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      const ended = new Promise<void>((done) => child.once('exit', () => done()))
      stop = async () => {
        if (child.exitCode === null) child.kill('SIGTERM')
        await ended
      }
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`The service ended:\n${said}`)
        return (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200
      })
    },
    stop: () => stop(),
  }
}

/** Sends requests to the places that are ready. */
async function startHaproxy(port: number, places: readonly Place[]): Promise<() => Promise<number>> {
  const directory = await serverDirectory()
  const stats = await freePort()
  const servers = places.map((place, number) => `  server place${number} 127.0.0.1:${place.port}`)
  await writeFile(
    join(directory, 'haproxy.cfg'),
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  retries 0
frontend all
  bind 127.0.0.1:${port}
  default_backend feedback_board
backend feedback_board
  option httpchk GET /readyz
  default-server check inter 200ms fall 1 rise 1
${servers.join('\n')}
frontend numbers
  bind 127.0.0.1:${stats}
  http-request return status 200 content-type text/plain lf-string "%[nbsrv(feedback_board)]"
`,
  )
  const program = startProgram('haproxy', ['-db', '-f', join(directory, 'haproxy.cfg')])
  const inUse = async () => Number(await (await fetch(`http://127.0.0.1:${stats}/`)).text())
  await program.until(() =>
    inUse().then(
      (number) => number > 0,
      () => false,
    ),
  )
  return inUse
}

// Guarantees an upgrade without a gap, and the way back.
test('two releases run side by side on one database behind HAProxy, and no request fails', async (context) => {
  needPrograms(['haproxy'], context)
  const { connection } = await ownDatabase()
  const url = databaseUrl({ database: connection.database })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const environment = { DATABASE_URL: url, API_ORIGIN: origin, RATE_LIMIT_FACTOR: '0', STOP_DELAY_SECONDS: '2' }
  const [one, two, three] = [await makePlace(environment), await makePlace(environment), await makePlace(environment)]
  const later = await laterBuild()
  await one.start(MAIN)
  await two.start(MAIN)
  const inUse = await startHaproxy(port, [one, two, three])
  await until(async () => (await inUse()) === 2)
  const client = await makeClient(url, origin)
  const load = startLoad(origin, client, PEOPLE)
  await until(() => load.succeeded() > 100)

  const replace = async (place: Place, main: string) => {
    await place.stop()
    await place.start(main)
    await until(async () => (await inUse()) === 3)
  }
  await three.start(later) // migrates
  await until(async () => (await inUse()) === 3)
  await replace(one, MAIN) // the release before starts on the newer tables
  await replace(one, later)
  await replace(two, later)
  await replace(three, MAIN) // and back
  const before = load.succeeded()
  await until(() => load.succeeded() > before + 100)
  await load.stop()

  const admin = new pg.Client(url)
  await admin.connect()
  const missing = await missingOf(load.acknowledged, client, (text) => admin.query(text))
  const { rows } = await admin.query('select count(*)::int as n from schema_migrations')
  await admin.end()
  process.stderr.write(
    `upgrade: ${JSON.stringify({ statuses: Object.fromEntries(load.statuses), longestMs: load.longestMs(), migrations: rows[0].n })}\n`,
  )
  expect(rows[0].n).toBe(SCHEMA_VERSION + LATER.length)
  expect(load.faults).toEqual([])
  expect([...load.statuses.keys()].filter((status) => status >= 400 || status === 0)).toEqual([])
  expect(missing).toEqual([])
})
