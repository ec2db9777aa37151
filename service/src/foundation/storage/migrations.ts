import type pg from 'pg'
import { codeOf, StartError } from './failures.ts'
import { explainFailure, mayNotCreate, quoteName } from './migration-failures.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { type Applied, refuseForeign } from './schema.ts'
import { newClient, type Reach } from './servers.ts'

const OLDEST_SERVER = 150000
/** Any number, as long as every build uses the same: who holds this advisory lock migrates, and all others wait, or notice that tables change. */
export const MIGRATING = 7_310_562_014
/** Longer than `LOOK_EVERY_MS` of `statement-names.ts`. */
const NOTICED_WITHIN_MS = 2_500
/** The name of the connections of a process that serves. */
export const SERVING = 'svc'
const LOOK_FOR_LOCK_EVERY_MS = 100
/** A statement that waits for a table lock blocks all statements behind it. */
const LOCK_WITHIN_MS = 500
/** A statement of a migration that serves older builds keeps no request waiting for longer. */
const STATEMENT_WITHIN_MS = 1_000
const GIVE_UP_AFTER_MS = 120_000
const LONGEST_PAUSE_MS = 5_000
/** A deadlock, a lock that was not free in time, and a statement that took too long: other processes caused them, and the next attempt may succeed. */
const IN_THE_WAY = /^(?:40P01|55P03|57014)$/
/** Where the job queue keeps its tables. */
const JOBS_SCHEMA = 'jobs'

/** What waits for nobody cannot be done within a transaction, and an empty table needs it not. */
const CONCURRENTLY = /\bconcurrently\b/g
const MAKES_INDEX = /^create (?:unique )?index concurrently if not exists ([a-z0-9_]+)/
const MAKES = /\b(?:create (?:table|sequence)(?: if not exists)?|rename to) ([a-z_]+)/g

export interface MigrationWatch {
  /** Before a migration is applied. */
  readonly onApply?: (name: string) => void
  /** Other processes blocked it; it is tried again. */
  readonly onRetry?: (name: string) => void
  readonly giveUpAfterMs?: number
}

export interface MigrationResult {
  readonly version: number
  readonly applied: readonly string[]
}

/**
 * Updates the schema to this build. A migration is one transaction, so after a crash it is applied completely or not at all; one whose statements run
 * one by one is begun again. A newer schema that serves this build stays as it is.
 */
export async function migrate(
  connection: Reach,
  directory: string,
  watch: MigrationWatch = {},
): Promise<MigrationResult> {
  const known = await readMigrations(directory)
  const client = newClient({ ...connection, application_name: 'svc migrate' })
  client.on('error', () => {}) // the statement that was running fails with it
  await client.connect()
  try {
    await refuseUnfitServer(client, known)
    const applied: string[] = []
    if (await isUpToDate(client, known)) return { version: known.length, applied }
    await holdLock(client)
    await untilNoticed(client)
    for (;;) {
      const name = await applyPatiently(client, known, watch)
      if (name === undefined) return { version: known.length, applied }
      applied.push(name)
    }
  } finally {
    await client.end() // the lock ends with it
  }
}

/** Asked without the lock: a process with nothing to apply does not wait for one that applies a long migration. */
async function isUpToDate(client: pg.Client, known: readonly Migration[]): Promise<boolean> {
  if (!(await hasHistory(client))) return false
  const applied = await readApplied(client)
  refuseForeign(applied, known)
  return applied.length >= known.length
}

/** Asks again and again: a process that waited in a statement would hold up `create index concurrently`, which waits for all that is under way. */
async function holdLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${MIGRATING}) as is_held`)
    if (rows[0].is_held) return
    await new Promise((wake) => setTimeout(wake, LOOK_FOR_LOCK_EVERY_MS))
  }
}

/** Processes that serve prepare their statements anew when they have seen the lock. */
async function untilNoticed(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = '${SERVING}' limit 1`,
  )
  if (rows.length > 0) await new Promise((wake) => setTimeout(wake, NOTICED_WITHIN_MS))
}

/** An older process that still runs locks tables for moments: a migration that collides is rolled back and tried again after a pause. */
async function applyPatiently(
  client: pg.Client,
  known: readonly Migration[],
  { onApply = () => {}, onRetry = () => {}, giveUpAfterMs = GIVE_UP_AFTER_MS }: MigrationWatch,
): Promise<string | undefined> {
  const until = performance.now() + giveUpAfterMs
  let name = ''
  for (let turn = 0; ; turn += 1) {
    try {
      return await applyNext(client, known, (next) => {
        if (turn === 0) onApply(next)
        name = next
      })
    } catch (error) {
      if (!IN_THE_WAY.test(codeOf(error) ?? '')) throw explainFailure(error, name, client)
      if (performance.now() > until) {
        throw new StartError(
          `Migration ${name} found its tables in use for ${Math.round(giveUpAfterMs / 1000)} seconds, by an older process or a long query, and is not applied. Stop the older processes, or wait for the query (select * from pg_stat_activity), and start again.`,
        )
      }
      onRetry(name)
      const pauseMs = Math.min(LONGEST_PAUSE_MS, 100 * 2 ** turn) * (0.5 + Math.random())
      await new Promise((wake) => setTimeout(wake, pauseMs))
    }
  }
}

/** Under the lock. Returns the migration that it applied. */
async function applyNext(
  client: pg.Client,
  known: readonly Migration[],
  onApply: (name: string) => void,
): Promise<string | undefined> {
  if (!(await hasHistory(client))) await inTransaction(client, () => client.query(HISTORY))
  const applied = await readApplied(client)
  refuseForeign(applied, known)
  const next = known[applied.length]
  if (!next) return undefined
  onApply(next.name)
  if (next.steps) await applyOneByOne(client, next, next.steps)
  else await applyAtOnce(client, next)
  return next.name
}

async function applyAtOnce(client: pg.Client, migration: Migration): Promise<void> {
  await inTransaction(client, async () => {
    if (migration.serves !== undefined) await client.query(`set local statement_timeout = ${STATEMENT_WITHIN_MS}`)
    await client.query(migration.text)
    await remember(client, migration)
  })
}

async function inTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${LOCK_WITHIN_MS}`)
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** These take long and keep nobody waiting. After a crash all of them run again, so each must be harmless to repeat. */
async function applyOneByOne(client: pg.Client, migration: Migration, steps: readonly string[]): Promise<void> {
  for (const step of steps) {
    const index = MAKES_INDEX.exec(step)?.[1]
    if (index !== undefined) await dropUnfinished(client, index)
    await client.query(step)
  }
  await remember(client, migration)
}

/** An index that failed while it was built is there, serves no query and slows down every write. */
async function dropUnfinished(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    index,
  ])
  if (rows.length > 0) await client.query(`drop index concurrently ${quoteName(index)}`)
}

const HISTORY = `
  create table if not exists schema_migrations (version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
  alter table schema_migrations add column if not exists serves integer`

/** Not of builds before migrations said whom they serve. */
async function hasHistory(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'serves') as is_there`,
  )
  return rows[0].is_there
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select version, name, checksum, serves from schema_migrations order by version',
  )
  return rows
}

async function remember(client: pg.Client, { version, name, checksum, serves }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (version, name, checksum, serves) values ($1, $2, $3, $4)', [
    version,
    name,
    checksum,
    serves ?? null,
  ])
}

/** In the open transaction: makes the tables that a database with these migrations has. `refuseTaken` refuses one that has something already. */
export async function migrateEmpty(
  client: pg.Client,
  directory: string,
  wanted: readonly Applied[],
  refuseTaken: () => Promise<void>,
): Promise<void> {
  const known = await readMigrations(directory)
  if (wanted.length > known.length) {
    throw new StartError(
      `The backup is of a newer build: it has migration ${wanted.at(-1)?.name}, this build ends with ${known.at(-1)?.name}. Restore it with that build. Nothing was changed.`,
    )
  }
  refuseForeign(wanted, known)
  await refuseUnfitServer(client, known)
  await client.query(`select pg_advisory_xact_lock(${MIGRATING})`)
  await refuseTaken()
  await client.query(HISTORY)
  for (const migration of known.slice(0, wanted.length)) {
    await client.query(migration.text.replace(CONCURRENTLY, '')).catch((error) => {
      throw explainFailure(error, migration.name, client)
    })
    await remember(client, migration)
  }
}

/** The names of all tables and sequences that these migrations make or made. A database of a newer build is refused: its tables are not known here. */
export async function namesMade(directory: string, applied: readonly Applied[]): Promise<string[]> {
  const known = await readMigrations(directory)
  refuseForeign(applied, known)
  const text = known.map((migration) => migration.text).join('\n')
  return [...text.matchAll(MAKES)].map(([, name = '']) => name)
}

async function refuseUnfitServer(client: pg.Client, known: readonly Migration[]): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
       current_setting('transaction_read_only')::bool as read_only, current_schema() as schema, coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
       to_regclass('schema_migrations') is null and lower(chr(196)) <> chr(228) as is_ascii`,
  )
  const { version, encoding, read_only, schema, may_create, is_ascii } = rows[0]
  if (version < OLDEST_SERVER) {
    throw new StartError('The database server is older than PostgreSQL 15. Use PostgreSQL 15 or newer.')
  }
  if (encoding !== 'UTF8') {
    throw new StartError(
      `The database is encoded in ${encoding}. Create one with: create database … encoding 'UTF8' template template0`,
    )
  }
  // Only a new one is refused: the words of one that is in use are stored as they are.
  if (is_ascii) {
    throw new StartError(
      "The database knows no letters beyond ASCII, because its LC_CTYPE is C: people would not find “Änderung” as “änderung”. Create one with: create database … encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8' template template0",
    )
  }
  if (read_only) {
    throw new StartError(
      'The database is read-only: it is a standby, or default_transaction_read_only is on. Point DATABASE_URL at the primary, or switch the setting off.',
    )
  }
  if (!may_create) {
    throw new StartError(
      `The user ${quoteName(client.user)} of DATABASE_URL may not create tables in the schema ${schema ?? 'public'}: it needs the rights USAGE and CREATE on it. Grant them as the owner of the database: grant usage, create on schema ${quoteName(schema ?? 'public')} to ${quoteName(client.user)};`,
    )
  }
  await refuseMissingRight(client, known)
}

/** Checked before any change: otherwise a user without the right would fail in the middle, and for the job queue only after the start. */
async function refuseMissingRight(client: pg.Client, known: readonly Migration[]): Promise<void> {
  const extensions = known.flatMap(({ text }) =>
    [...text.matchAll(/^create extension if not exists (\w+)/gm)].map(([, extension]) => extension),
  )
  const { rows } = await client.query<{
    may_create: boolean
    has_jobs: boolean
    owner_of_jobs: string | null
    missing: string[]
  }>(
    `select has_database_privilege(current_database(), 'create') as may_create,
       exists (select from pg_namespace where nspname = $2) as has_jobs,
       (select nspowner::regrole::text from pg_namespace where nspname = $2 and not pg_has_role(nspowner, 'usage')) as owner_of_jobs,
       array(select name from unnest($1::text[]) as name where name not in (select extname from pg_extension)) as missing`,
    [extensions, JOBS_SCHEMA],
  )
  const {
    may_create: mayCreate,
    has_jobs: hasJobs,
    owner_of_jobs: ownerOfJobs,
    missing,
  } = rows[0] ?? { may_create: true, has_jobs: true, owner_of_jobs: null, missing: [] }
  if (ownerOfJobs !== null) {
    throw new StartError(
      `The schema ${JOBS_SCHEMA} belongs to the user ${ownerOfJobs}, and the user ${quoteName(client.user)} of DATABASE_URL may not use it. Run the service as ${ownerOfJobs}, or give everything over as that user: reassign owned by current_user to ${quoteName(client.user)};`,
    )
  }
  if (mayCreate || (hasJobs && missing.length === 0)) return
  const what = [
    ...missing.map((extension) => `the extension ${extension}`),
    ...(hasJobs ? [] : [`the schema ${JOBS_SCHEMA}`]),
  ]
  throw new StartError(mayNotCreate(what.join(', '), client.user, client.database))
}
