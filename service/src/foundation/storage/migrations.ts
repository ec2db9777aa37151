import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from './failures.ts'

const OLDEST_SERVER = 150000
/** Any number, as long as every build uses the same: processes that start at once queue on it. */
const LOCK = 7_310_562_014

interface Migration {
  readonly version: number
  readonly name: string
  readonly text: string
  readonly checksum: string
}

interface Applied {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

export interface MigrationResult {
  readonly version: number
  readonly applied: readonly string[]
}

/** Brings the schema up to this build. Each migration is one transaction, so a crash leaves it applied or not at all. */
export async function migrate(
  connection: pg.ClientConfig,
  directory: string,
  onApply: (name: string) => void = () => {},
): Promise<MigrationResult> {
  const known = await readMigrations(directory)
  const client = new pg.Client({ ...connection, application_name: 'svc migrate' })
  client.on('error', () => {}) // the statement that was running fails with it
  await client.connect()
  try {
    await refuseUnfitServer(client)
    const applied: string[] = []
    while (await applyNext(client, known, (name) => onApply(applied[applied.push(name) - 1] ?? name))) {
      // one migration a turn, each under the lock
    }
    return { version: known.length, applied }
  } finally {
    await client.end()
  }
}

/** What is applied is a prefix of what this build knows; everything else is refused untouched. */
async function applyNext(client: pg.Client, known: readonly Migration[], onApply: (name: string) => void) {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(${LOCK})`)
    await client.query(
      'create table if not exists schema_migrations (version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<Applied>(
      'select version, name, checksum from schema_migrations order by version',
    )
    refuseForeign(rows, known)
    const next = known[rows.length]
    if (next) {
      onApply(next.name)
      await client.query(next.text)
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        next.version,
        next.name,
        next.checksum,
      ])
    }
    await client.query('commit')
    return next !== undefined
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
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

async function refuseUnfitServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
       current_setting('transaction_read_only')::bool as read_only, current_schema() as schema, coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create`,
  )
  const { version, encoding, read_only, schema, may_create } = rows[0]
  if (version < OLDEST_SERVER) {
    throw new StartError('The database server is older than PostgreSQL 15. Use PostgreSQL 15 or newer.')
  }
  if (encoding !== 'UTF8') {
    throw new StartError(
      `The database is encoded in ${encoding}. Create one with: create database … encoding 'UTF8' template template0`,
    )
  }
  if (read_only) {
    throw new StartError(
      'The database is read-only: it is a standby, or default_transaction_read_only is on. Point DATABASE_URL at the primary, or switch the setting off.',
    )
  }
  if (!may_create) {
    const mend = `as its owner: grant create on schema ${schema ?? 'public'} to the user of DATABASE_URL, or make that user the owner of the database`
    throw new StartError(
      `The user of DATABASE_URL may not create tables in the schema ${schema ?? '(none)'}. Allow it, ${mend}.`,
    )
  }
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
