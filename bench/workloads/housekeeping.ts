import { sizeFor } from '../../generator/generate.ts'
import { readConfig } from '../../service/src/config.ts'
import { joinStorage } from '../../service/src/foundation/storage/index.ts'
import { housekeeping } from '../../service/src/housekeeping.ts'
import { connectionOf } from '../client.ts'
import { openSite, type Site } from '../site.ts'
import { addTimes, openLoad, wait, worseOf } from '../steady.ts'
import type { Measured, Workload } from '../workload.ts'

const EVENTS = Number(process.env.BENCH_HOUSEKEEPING_EVENTS ?? 100_000_000)
const RECORDS = Number(process.env.BENCH_HOUSEKEEPING_RECORDS ?? 26_000_000)
const PROJECTS = Number(process.env.BENCH_HOUSEKEEPING_PROJECTS ?? 10_000)
const RATE = Number(process.env.BENCH_HOUSEKEEPING_RATE ?? 300)
const QUIET_MS = 20_000
const AT_ONCE = 1_000_000

/** The 99th percentile of requests, without the housekeeping and during a run of it, in a large database. The housekeeping runs as on a machine of its own. */
export const housekeepingBeside: Workload = {
  name: 'housekeeping',
  unit: 'ms',
  floor: 0.5,
  measure: async () => {
    const site = await openSite(sizeFor(1_000), { kept: process.env.BENCH_HOUSEKEEPING_DIR })
    return measureOn(site).finally(site.stop)
  },
}

async function measureOn(site: Site): Promise<Measured> {
  await stopOwnHousekeeping(site)
  await fill(site)
  await site.query('checkpoint')
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
  for (;;) {
    const [table] = await site.query<{ name: string | null }>(`select to_regclass('jobs.schedule')::text as name`)
    const stop = `delete from jobs.schedule where name = 'housekeeping' returning 1`
    if (table?.name && (await site.query(stop)).length > 0) return
    await wait(100)
  }
}

/** Runs once, and prints how long each step took. */
async function tidy({ directory }: Site): Promise<void> {
  const storage = await joinStorage({ connection: connectionOf(directory), schemaVersion: 0 }, () => {})
  let began = performance.now()
  const say = (step: string, outcome: string) => {
    process.stderr.write(`${step.padEnd(18)} ${(performance.now() - began).toFixed(0).padStart(7)} ms${outcome}\n`)
    began = performance.now()
  }
  const report = {
    succeeded: (step: string) => say(step, ''),
    unfinished: (step: string) => say(step, ', has more to do'),
    failed: (step: string, error: unknown) => say(step, `, failed: ${error}`),
  }
  await housekeeping(storage, readConfig({ PORT: '4000' }), report)
    .run({})
    .finally(() => storage.close())
}

/**
 * Each table has what it has while people come and go evenly, and what ten minutes more have left to remove: a record that is kept for a day is 0 to
 * 1,450 minutes old. Nobody follows these events.
 */
async function fill(site: Site): Promise<void> {
  const [filled] = await site.query<{ n: number }>(`select count(*)::int as n from projects where slug like 'small-%'`)
  if (filled && filled.n > 0) return
  process.stderr.write(`Making ${EVENTS} events, ${RECORDS} records and ${PROJECTS} projects …\n`)
  await site.query(`set session_replication_role = replica`)
  const insert = async (into: string, values: string, rows: number, age: string) => {
    for (let from = 1; from <= rows; from += AT_ONCE)
      await site.query(
        `insert into ${into} select ${values} from (
           select n, 'prj_small_' || n % ${PROJECTS} as project, now() - n::float8 / ${rows} * (interval '${age}' + interval '10 minutes') as t
           from generate_series(${from}, ${Math.min(rows, from + AT_ONCE - 1)}) as n) as r`,
      )
  }
  await insert(
    'projects (id, slug, name, publishable_key, created_at, updated_at)',
    `'prj_small_' || n - 1, 'small-' || n, 'Small', 'pk_small_' || n, t, t`,
    PROJECTS,
    '1 year',
  )
  await insert(
    'idempotency_records (project_id, caller, key_hash, request_hash, sealed_answer, created_at)',
    `project, 'app', sha256(n::text::bytea), sha256('x'), repeat('x', 200)::bytea, t`,
    RECORDS,
    '1 day',
  )
  await insert(
    'sessions (project_id, token_hash, user_id, epoch, created_at, expires_at)',
    `project, sha256(n::text::bytea), 'usr_' || n % 100000, 0, t, t + interval '1 day'`,
    RECORDS / 4,
    '2 days',
  )
  await insert(
    'used_tokens (project_id, jti_hash, expires_at)',
    `project, sha256(n::text::bytea), t + interval '2 hours'`,
    RECORDS / 40,
    '2 hours',
  )
  await insert(
    'notifications (project_id, user_id, event_id, type, post_id, actor_kind, created_at)',
    `project, 'usr_' || n % 100000, 'evt_' || n, 'commented', 'pst_1', 'user', t`,
    EVENTS / 10,
    '90 days',
  )
  await makeOldMonths(site)
  const columns = '(project_id, id, type, at, actor_kind, actor_id, subject_id, month)'
  const event = (type: string, month: string) =>
    `project, 'evt_${type}_' || n, '${type}', t, 'user', 'usr_' || n % 100000, 'pst_' || n % 1000, ${month}`
  await insert(`events ${columns}`, event('comment.created', `'infinity'`), EVENTS / 5, '1 year')
  await insert(
    `events ${columns}`,
    event('vote.cast', `date_trunc('month', t at time zone 'UTC')::date`),
    (EVENTS / 5) * 4,
    '150 days',
  )
  await site.query('reset session_replication_role')
  await site.query('vacuum analyze')
}

/** The months of half a year, of which the service drops those that ended 90 days ago. */
async function makeOldMonths(site: Site): Promise<void> {
  const [current] = await site.query<{ name: string }>(`select 'events_' || to_char(event_month(), 'YYYY_MM') as name`)
  for (let ago = 1; ago <= 6; ago += 1)
    await site.query(
      `do $$
       declare
         first date := event_month() - interval '${ago} months';
         name text := 'events_' || to_char(first, 'YYYY_MM');
       begin
         if to_regclass(name) is not null then return; end if;
         execute format('create table %I (like ${current?.name} including all)', name);
         execute format('alter table events attach partition %I for values from (%L) to (%L)', name, first, first + interval '1 month');
       end $$`,
    )
}
