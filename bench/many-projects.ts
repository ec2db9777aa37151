import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Cluster, prepareCluster } from '../service/src/foundation/storage/embedded/cluster.ts'
import { startServer, stopServer } from '../service/src/foundation/storage/embedded/server.ts'

export interface ManyProjects {
  readonly projects: number
  readonly events: number
  readonly records: number
}

/** Nothing is lost if it breaks off: the directory is made anew. The rows are the same as with the usual settings. */
const QUICK = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  autovacuum: 'off',
  maintenance_work_mem: '1GB',
  max_parallel_maintenance_workers: '1',
}
const WORKERS = 2
const START_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 600_000
const DAY = 24 * 60 * 60
/** Votes are kept for 90 days after their month. Those of the first months wait to be dropped. */
const VOTES_SINCE = 150 * DAY

/** Rows of one table. `n` counts them, `project` is one of many, and `t` is a moment, evenly spread from `oldest` to `newest` seconds ago. */
interface Rows {
  readonly table: string
  readonly columns: string
  readonly values: string
  readonly count: number
  readonly oldest: number
  readonly newest?: number
}

/**
 * Adds projects to the database of a stopped service, with what each table has while people come and go evenly. PostgreSQL itself makes the rows, without
 * indexes, which are built afterwards. A directory that has them stays as it is.
 */
export async function addManyProjects(dataDir: string, size: ManyProjects): Promise<void> {
  const cluster = await prepareCluster({ dataDir, onProgress: () => {} })
  await startServer(cluster, QUICK)
  const clients: pg.Client[] = []
  try {
    while (clients.length < WORKERS) clients.push(await connect(cluster.connection))
    await fill(clients, size)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
    await stopServer(cluster, STOP_WITHIN_MS)
  }
  await promisify(execFile)('sync') // what waits for the disk would be written during the measurement
}

/** The server was started a moment ago. */
async function connect(connection: Cluster['connection']): Promise<pg.Client> {
  const until = performance.now() + START_WITHIN_MS
  for (;;) {
    const client = new pg.Client(connection)
    const failure = await client.connect().then(
      () => undefined,
      (error) => error,
    )
    if (!failure) return client
    if (performance.now() > until) throw failure
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

async function fill(clients: readonly pg.Client[], size: ManyProjects): Promise<void> {
  const [first] = clients
  if (!first) return
  const { rows } = await first.query(
    `select now() as now, exists (select 1 from projects where slug = 'small-1') as done`,
  )
  if (rows[0].done) return
  process.stderr.write(`Making ${size.events} events, ${size.records} records and ${size.projects} projects …\n`)
  const now: Date = rows[0].now
  const waiting = [...rowsOf(size), ...(await votesOf(first, size, now))].sort((one, other) => other.count - one.count)
  const work = async (client: pg.Client) => {
    await client.query('set session_replication_role = replica') // no foreign key is checked
    for (let next = waiting.shift(); next; next = waiting.shift()) await fillTable(client, next, size, now)
  }
  await Promise.all(clients.map(work))
  await fillTable(first, projectsOf(size), size, now) // the last: now all is there
  await first.query('vacuum analyze projects')
  await first.query('checkpoint')
}

function projectsOf({ projects }: ManyProjects): Rows {
  return {
    table: 'projects',
    columns: 'id, slug, name, publishable_key, created_at, updated_at',
    values: `project, 'small-' || n, 'Small', 'pk_small_' || n, t, $1`,
    count: projects,
    oldest: 365 * DAY,
  }
}

/** Each row is as old as the service keeps it at most, and many are new. */
function rowsOf({ events, records }: ManyProjects): Rows[] {
  return [
    {
      table: 'idempotency_records',
      columns: 'project_id, caller, key_hash, request_hash, sealed_answer, created_at',
      values: `project, 'app', sha256(n::text::bytea), sha256('x'), convert_to(repeat('x', 200), 'UTF8'), t`,
      count: records,
      oldest: DAY,
    },
    {
      table: 'sessions',
      columns: 'project_id, token_hash, user_id, epoch, created_at, expires_at',
      values: `project, sha256(n::text::bytea), 'usr_' || n % 100000, 0, t, t + interval '1 day'`,
      count: Math.floor(records / 4),
      oldest: 2 * DAY,
    },
    {
      table: 'used_tokens',
      columns: 'project_id, jti_hash, expires_at',
      values: `project, sha256(n::text::bytea), t + interval '2 hours'`,
      count: Math.floor(records / 40),
      oldest: DAY / 12,
    },
    {
      table: 'notifications',
      columns: 'project_id, user_id, event_id, type, post_id, actor_kind, created_at',
      values: `project, 'usr_' || n % 100000, 'evt_' || n, 'commented', 'pst_1', 'user', t`,
      count: Math.floor(events / 10),
      oldest: 90 * DAY,
    },
    {
      ...eventsOf('comment.created', `'infinity'`),
      table: 'events_kept',
      count: Math.floor(events / 5),
      oldest: 365 * DAY,
    },
  ]
}

/** All readers of the log have read them: their places are before the first transaction. */
function eventsOf(type: string, month: string): Pick<Rows, 'columns' | 'values'> {
  return {
    columns: 'project_id, id, type, at, actor_kind, actor_id, subject_id, month, tx, seq',
    values: `project, 'evt_${type}_' || n, '${type}', t, 'user', 'usr_' || n % 100000, 'pst_' || n % 1000, ${month}, n - 1000000000::bigint, n`,
  }
}

/** Four fifths of all events, by the month. */
async function votesOf(client: pg.Client, { events }: ManyProjects, now: Date): Promise<Rows[]> {
  const { rows } = await client.query<{ name: string; first: string; oldest: number; newest: number }>(
    `select 'events_' || to_char(m, 'YYYY_MM') as name, m::date::text as first,
       least($2, extract(epoch from $1 - m at time zone 'UTC'))::float8 as oldest,
       greatest(0, extract(epoch from $1 - (m + interval '1 month') at time zone 'UTC'))::float8 as newest
     from generate_series(event_month() - interval '5 months', event_month(), interval '1 month') as m`,
    [now, VOTES_SINCE],
  )
  for (const { name, first } of rows) await makeMonth(client, name, first)
  return rows
    .filter(({ oldest, newest }) => oldest > newest)
    .map(({ name, first, oldest, newest }) => ({
      ...eventsOf('vote.cast', `'${first}'`),
      table: name,
      count: Math.floor(((events * 4) / 5) * ((oldest - newest) / VOTES_SINCE)),
      oldest,
      newest,
    }))
}

/** As the one of now. */
async function makeMonth(client: pg.Client, name: string, first: string): Promise<void> {
  await client.query(
    `do $$
     begin
       if to_regclass('${name}') is not null then return; end if;
       execute format('create table ${name} (like %I including all)', 'events_' || to_char(event_month(), 'YYYY_MM'));
       alter table events attach partition ${name} for values from ('${first}') to ('${first}'::date + interval '1 month');
     end $$`,
  )
}

async function fillTable(client: pg.Client, rows: Rows, { projects }: ManyProjects, now: Date): Promise<void> {
  const began = performance.now()
  const { table, columns, values, count, oldest, newest = 0 } = rows
  const rebuild = await dropIndexes(client, table)
  await client.query(
    `insert into ${table} (${columns}) select ${values} from (
       select n, 'prj_small_' || n % ${projects} as project,
         $1::timestamptz - make_interval(secs => ${newest} + n::float8 / ${count} * ${oldest - newest}) as t
       from (select generate_series(1, ${count}) as n) as counted) as made`,
    [now],
  )
  for (const statement of rebuild) await client.query(statement)
  await client.query(`vacuum analyze ${table}`)
  process.stderr.write(`${table.padEnd(20)} ${String(count).padStart(10)} rows, ${seconds(began)} s\n`)
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(0)
}

/** Returns the statements that make them again. */
async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; key: string | null; made: string }>(
    `select i.indexrelid::regclass::text as name, c.conname as key,
       coalesce('alter table ' || i.indrelid::regclass || ' add constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid),
         pg_get_indexdef(i.indexrelid)) as made
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid and c.contype in ('p', 'u')
     where i.indrelid = $1::regclass
       and not exists (select 1 from pg_constraint f where f.contype = 'f' and f.confrelid = i.indrelid)`,
    [table],
  )
  for (const { name, key } of rows)
    await client.query(key ? `alter table ${table} drop constraint ${key}` : `drop index ${name}`)
  return rows.map(({ made }) => made)
}
