import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { codeOf, StartError } from './failures.ts'
import { explainFailure, mayNotCreate, quoteName } from './migration-failures.ts'

const OLDEST_SERVER = 150000
/** Any number, as long as every build uses the same: processes that start at once queue on it. */
const LOCK = 7_310_562_014
/** A statement that waits for a table lock blocks all statements behind it. */
const LOCK_WITHIN_MS = 2_000
const GIVE_UP_AFTER_MS = 120_000
const LONGEST_PAUSE_MS = 5_000
/** A deadlock, and a lock that was not free in time: other processes caused them, and the next attempt may succeed. */
const IN_THE_WAY = /^(?:40P01|55P03)$/
/** Where the job queue keeps its tables. */
const JOBS_SCHEMA = 'jobs'

const MAKES = /\b(?:create (?:table|sequence)(?: if not exists)?|rename to) ([a-z_]+)/g

interface Migration {
  readonly version: number
  readonly name: string
  readonly text: string
  readonly checksum: string
}

export interface Applied {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

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

/** Updates the schema to this build. Each migration is one transaction, so after a crash it is applied completely or not at all. */
export async function migrate(
  connection: pg.ClientConfig,
  directory: string,
  watch: MigrationWatch = {},
): Promise<MigrationResult> {
  const known = await readMigrations(directory)
  const client = new pg.Client({ ...connection, application_name: 'svc migrate' })
  client.on('error', () => {}) // the statement that was running fails with it
  await client.connect()
  try {
    await refuseUnfitServer(client, known)
    const applied: string[] = []
    for (;;) {
      const name = await applyPatiently(client, known, watch) // one migration a turn, each under the lock
      if (name === undefined) return { version: known.length, applied }
      applied.push(name)
    }
  } finally {
    await client.end()
  }
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
          `Migration ${name} found its tables in use for ${Math.round(giveUpAfterMs / 1000)} seconds, by an older process or a long query, and nothing was changed. Stop the older processes, or wait for the query (select * from pg_stat_activity), and start again.`,
        )
      }
      onRetry(name)
      const pauseMs = Math.min(LONGEST_PAUSE_MS, 100 * 2 ** turn) * (0.5 + Math.random())
      await new Promise((wake) => setTimeout(wake, pauseMs))
    }
  }
}

/** The applied migrations must be a prefix of those of this build; otherwise nothing is changed. Returns the one it applied. */
async function applyNext(
  client: pg.Client,
  known: readonly Migration[],
  onApply: (name: string) => void,
): Promise<string | undefined> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(${LOCK})`) // without a time limit: another process applies one
    await client.query(`set local lock_timeout = ${LOCK_WITHIN_MS}`)
    await client.query(HISTORY)
    const { rows } = await client.query<Applied>(
      'select version, name, checksum from schema_migrations order by version',
    )
    refuseForeign(rows, known)
    const next = known[rows.length]
    if (next) {
      onApply(next.name)
      await apply(client, next)
    }
    await client.query('commit')
    return next?.name
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const HISTORY =
  'create table if not exists schema_migrations (version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())'

async function apply(client: pg.Client, { text, version, name, checksum }: Migration): Promise<void> {
  await client.query(text)
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
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
  await client.query(`select pg_advisory_xact_lock(${LOCK})`)
  await refuseTaken()
  await client.query(HISTORY)
  for (const migration of known.slice(0, wanted.length)) {
    await apply(client, migration).catch((error) => {
      throw explainFailure(error, migration.name, client)
    })
  }
}

/** The names of all tables and sequences that these migrations make or made. A database of a newer build is refused: its tables are not known here. */
export async function namesMade(directory: string, applied: readonly Applied[]): Promise<string[]> {
  const known = await readMigrations(directory)
  refuseForeign(applied, known)
  const text = known.map((migration) => migration.text).join('\n')
  return [...text.matchAll(MAKES)].map(([, name = '']) => name)
}

function refuseForeign(applied: readonly Applied[], known: readonly Migration[]): void {
  const newest = applied.at(-1)
  if (newest && newest.version > known.length) {
    throw new StartError(
      `The database is newer than this build: it has migration ${newest.name}, this build ends with ${known.at(-1)?.name ?? 'none'}. Run the newer build, or restore the backup from before its migration.`,
    )
  }
  for (const [place, row] of applied.entries()) {
    const ours = known[place]
    if (row.version !== place + 1 || !ours || row.checksum !== ours.checksum) {
      throw new StartError(
        `The database's history of migrations does not fit this build at ${row.name} (expected ${ours?.name ?? 'nothing'}${ours?.name === row.name ? ', with other content' : ''}). It was changed by hand or by another build; restore a backup or use the build that wrote it.`,
      )
    }
  }
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

async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file, place) => {
      const version = Number(file.slice(0, 4))
      if (version !== place + 1)
        throw new Error(`Migrations are numbered without gaps; ${file} is at place ${place + 1}`)
      const text = await readFile(join(directory, file), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { version, name: file.slice(0, -4), text, checksum }
    }),
  )
}
