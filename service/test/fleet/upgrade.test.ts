import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseUrl } from '../harness/database-url.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { MAIN, MIGRATIONS, ROOT } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import { temporaryDirectory, until } from '../harness/process.ts'
import { SCHEMA_VERSION } from '../harness/service.ts'
import { makeClient, missingOf, startLoad } from './load.ts'
import { makePlace, type Place, startHaproxy, startNginx } from './places.ts'
import { needPrograms } from './programs.ts'

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

// Guarantees an upgrade without a gap, and the way back.
test('two releases run side by side on one database behind HAProxy, and no request fails', async (context) => {
  needPrograms(['haproxy'], context)
  const { connection } = await ownDatabase()
  const url = databaseUrl({ database: connection.database })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const environment = { DATABASE_URL: url, API_ORIGIN: origin, RATE_LIMIT_FACTOR: '0', STOP_DELAY_SECONDS: '4' }
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
  expect([load.faults, load.lastRefusal()]).toEqual([[], ''])
  expect([...load.statuses.keys()].filter((status) => status >= 400 || status === 0)).toEqual([])
  expect(missing).toEqual([])
})

// Guarantees that a stop loses nothing where the proxy is told by a person, and not by a probe.
test('a service that nginx is told to leave out stops under load, and no request fails', async (context) => {
  needPrograms(['nginx'], context)
  const { connection } = await ownDatabase()
  const url = databaseUrl({ database: connection.database })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const environment = { DATABASE_URL: url, API_ORIGIN: origin, RATE_LIMIT_FACTOR: '0', STOP_DELAY_SECONDS: '4' }
  const [one, two] = [await makePlace(environment), await makePlace(environment)]
  await one.start(MAIN)
  await two.start(MAIN)
  const use = await startNginx(port, [one, two])
  const client = await makeClient(url, origin)
  const load = startLoad(origin, client, PEOPLE)
  for (const [leaving, staying] of [
    [one, two],
    [two, one],
  ] as const) {
    await use([staying])
    await leaving.stop()
    await leaving.start(MAIN)
    await use([one, two])
    const before = load.succeeded()
    await until(() => load.succeeded() > before + 100)
  }
  await load.stop()
  expect([load.faults, load.lastRefusal()]).toEqual([[], ''])
  expect([...load.statuses.keys()].filter((status) => status >= 400 || status === 0)).toEqual([])
})
