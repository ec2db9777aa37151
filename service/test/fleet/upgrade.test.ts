import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseUrl } from '../harness/database-url.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { MAIN } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import { until } from '../harness/process.ts'
import { SCHEMA_VERSION } from '../harness/service.ts'
import { LATER, laterBuild } from './later-build.ts'
import { failuresOf, makeClient, missingOf, startLoad } from './load.ts'
import { makePlace, type Place, startHaproxy, startNginx } from './places.ts'
import { needPrograms } from './programs.ts'
import { ALL_STEPS, step } from './step.ts'

const PEOPLE = 6
// Guarantees an upgrade without a gap, and the way back.
test(
  'two releases run side by side on one database behind HAProxy, and no request fails',
  ALL_STEPS,
  async (context) => {
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

    const untilAll = (what: string) => step(`${what}; all three are in use`, async () => (await inUse()) === 3)
    const replace = async (what: string, place: Place, main: string) => {
      await place.stop()
      await place.start(main)
      await untilAll(what)
    }
    await three.start(later)
    await untilAll('the later release has migrated')
    await replace('the release before starts on the newer tables', one, MAIN)
    await replace('the first is replaced', one, later)
    await replace('the second is replaced', two, later)
    await replace('the third goes back', three, MAIN)
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
    expect(failuresOf(load)).toEqual([])
    expect(missing).toEqual([])
  },
)

// Guarantees that a stop loses nothing where the proxy is told by a person, and not by a probe.
test('a service that nginx is told to leave out stops under load, and no request fails', ALL_STEPS, async (context) => {
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
  expect(failuresOf(load)).toEqual([])
})
