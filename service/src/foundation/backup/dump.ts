import type pg from 'pg'
import type { Objects } from '../objects/index.ts'
import {
  type Applied,
  columnsOf,
  copyOut,
  namesMade,
  quoteName,
  readOurTables,
  readSequences,
  type Snapshot,
  StartError,
} from '../storage/index.ts'
import { FORMAT, FORMAT_VERSION, line, ROWS_END } from './format.ts'

export interface DumpOptions {
  readonly serviceVersion: string
  /** The directory of this build's migrations. They say which tables are the service's. */
  readonly migrations: string
  /** The object storage, and the names of the objects in it that belong to the rows of a snapshot. */
  readonly objects: Objects | undefined
  readonly namesOfObjects: (snapshot: Snapshot) => Promise<readonly string[]>
  /** The database as it is later. */
  readonly openSnapshot: () => Promise<Snapshot>
  /** Gets the names of tables that another program has put into our schema. */
  readonly onOtherTables: (names: readonly string[]) => void
  /** Gets the names of objects that were gone when they were to be written. */
  readonly onLeftOut: (names: readonly string[]) => void
}

/**
 * Everything that the service stores: a head, then each table as PostgreSQL copies it, as it was at one moment. The database goes on meanwhile: sequences
 * and the objects of the object storage follow as they are when they are read.
 */
export async function* dump(snapshot: Snapshot, options: DumpOptions): AsyncGenerator<string | Buffer> {
  const { client } = snapshot
  const applied = await migrationsOf(client)
  const names = await namesMade(options.migrations, applied)
  const { tables, others } = await readOurTables(client, names)
  if (others.length > 0) options.onOtherTables(others)
  yield line('head', await headOf(client, options.serviceVersion, applied))
  await client.query(`lock table ${tables.map(({ name }) => quoteName(name)).join(', ')} in access share mode`)
  for (const table of tables) {
    yield line('table', table)
    yield* copyOut(client, `copy ${columnsOf(table)} to stdout`)
    yield `${ROWS_END}\n`
  }
  yield line('sequences', { sequences: await readSequences(client, names) })
  yield* dumpObjects(snapshot, options)
}

/** A picture that was removed since the snapshot is no longer in the object storage. It is left out, and the file says so. */
async function* dumpObjects(snapshot: Snapshot, options: DumpOptions): AsyncGenerator<string> {
  const { objects, namesOfObjects, onLeftOut } = options
  const names = await namesOfObjects(snapshot)
  const leftOut: string[] = []
  for (const name of names) {
    const bytes = await objects?.get(name)
    if (bytes) yield line('object', { name, bytes: bytes.toString('base64') })
    else leftOut.push(name)
  }
  if (leftOut.length === 0) return
  if (leftOut.length === names.length) await refuseOtherStorage(leftOut, options)
  onLeftOut(leftOut)
  yield line('left_out', { names: leftOut })
}

/** A storage that has none of the objects is another one, unless all pictures were removed meanwhile. */
async function refuseOtherStorage(names: readonly string[], options: DumpOptions): Promise<void> {
  const later = await options.openSnapshot()
  const needed = new Set(await options.namesOfObjects(later).finally(() => later.close()))
  const name = names.find((one) => needed.has(one))
  if (name === undefined) return
  throw new StartError(
    `The object storage does not have ${name}, which a picture needs, nor any other picture. Set FILES_URL as the service has it.`,
  )
}

async function migrationsOf(client: pg.Client): Promise<Applied[]> {
  const migrations = await client
    .query<Applied>('select version, name, checksum from schema_migrations order by version')
    .catch(() => undefined)
  if (!migrations || migrations.rows.length === 0)
    throw new StartError(
      'There is nothing to back up: this database has no tables of the service. Is DATABASE_URL missing? Without it, the embedded data in DATA_DIR is read.',
    )
  return migrations.rows
}

async function headOf(client: pg.Client, serviceVersion: string, migrations: readonly Applied[]) {
  const { rows } = await client.query(`select now() as now, current_setting('server_version') as server`)
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    service_version: serviceVersion,
    server_version: rows[0].server,
    made_at: rows[0].now,
    migrations,
  }
}
