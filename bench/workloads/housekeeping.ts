import { sizeFor } from '../../generator/generate.ts'
import { readConfig } from '../../service/src/config.ts'
import { joinStorage } from '../../service/src/foundation/storage/index.ts'
import { housekeeping } from '../../service/src/housekeeping.ts'
import { connectionOf } from '../client.ts'
import { addManyProjects } from '../many-projects.ts'
import { withDirectory } from '../servers.ts'
import { openSite, type Site } from '../site.ts'
import { addTimes, openLoad, untilHappens, wait, worseOf } from '../steady.ts'
import type { Measured, Workload } from '../workload.ts'

const EVENTS = Number(process.env.BENCH_HOUSEKEEPING_EVENTS ?? 100_000_000)
const RECORDS = Number(process.env.BENCH_HOUSEKEEPING_RECORDS ?? 26_000_000)
const PROJECTS = Number(process.env.BENCH_HOUSEKEEPING_PROJECTS ?? 10_000)
const RATE = Number(process.env.BENCH_HOUSEKEEPING_RATE ?? 300)
const QUIET_MS = 20_000

/** The 99th percentile of requests, without the housekeeping and during a run of it, in a large database. The housekeeping runs as on a machine of its own. */
export const housekeepingBeside: Workload = {
  name: 'housekeeping',
  unit: 'ms',
  floor: 0.5,
  measure: async () => {
    const { BENCH_HOUSEKEEPING_DIR } = process.env
    if (BENCH_HOUSEKEEPING_DIR) return measureIn(BENCH_HOUSEKEEPING_DIR)
    return withDirectory(measureIn)
  },
}

async function measureIn(directory: string): Promise<Measured> {
  const open = () => openSite(sizeFor(1_000), { kept: directory })
  await (await open()).stop()
  await addManyProjects(directory, { events: EVENTS, records: RECORDS, projects: PROJECTS })
  const site = await open()
  return measureOn(site).finally(site.stop)
}

async function measureOn(site: Site): Promise<Measured> {
  await stopOwnHousekeeping(site)
  const load = await openLoad(site, { readsASecond: RATE * 0.8, votesASecond: RATE * 0.2 })
  await load.during(wait(3_000)) // warm
  const quiet = await load.during(wait(QUIET_MS))
  const busy = await load.during(tidy(site))
  addTimes(quiet, await load.during(wait(QUIET_MS)))
  load.close()
  return worseOf(quiet, busy, 'housekeeping')
}

/** That of the service must not run meanwhile. Its schedule is written soon after the start. */
async function stopOwnHousekeeping(site: Site): Promise<void> {
  await untilHappens('the service has planned its housekeeping', async () => {
    const [table] = await site.query<{ name: string | null }>(`select to_regclass('jobs.schedule')::text as name`)
    const stop = `delete from jobs.schedule where name = 'housekeeping' returning 1`
    return Boolean(table?.name) && (await site.query(stop)).length > 0
  })
}

/**
 * The moment of the next run: ten minutes after the database was filled, or after the run before. However long filling took, there is as much to remove as in
 * ten minutes.
 */
async function nextRun({ query }: Site): Promise<Date> {
  const [row] = await query<{ moment: Date }>(
    `update projects set updated_at = updated_at + interval '10 minutes' where slug = 'small-1' returning updated_at as moment`,
  )
  if (!row) throw new Error('The database was not filled')
  return row.moment
}

/** Runs once, and prints how long each step took. */
async function tidy(site: Site): Promise<void> {
  const moment = await nextRun(site)
  const storage = await joinStorage({ connection: connectionOf(site.directory), schemaVersion: 0 }, () => {})
  const failures: unknown[] = []
  let began = performance.now()
  const say = (step: string, outcome: string) => {
    process.stderr.write(`${step.padEnd(18)} ${(performance.now() - began).toFixed(0).padStart(7)} ms${outcome}\n`)
    began = performance.now()
  }
  const report = {
    succeeded: (step: string) => say(step, ''),
    unfinished: (step: string) => say(step, ', has more to do'),
    failed: (step: string, error: unknown) => {
      failures.push(error)
      say(step, `, failed: ${error}`)
    },
  }
  const then = { ...storage, clock: { ...storage.clock, now: () => moment } }
  await housekeeping(then, readConfig({ PORT: '4000' }), report)
    .run({})
    .finally(() => storage.close())
  if (failures.length > 0) throw failures[0]
}
