import type pg from 'pg'
import type { Objects } from '../objects/index.ts'
import {
  columnsOf,
  copyOut,
  quoteName,
  readSequences,
  readTables,
  type Snapshot,
  StartError,
} from '../storage/index.ts'
import { FORMAT, FORMAT_VERSION, line, ROWS_END } from './format.ts'

export interface DumpOptions {
  readonly serviceVersion: string
  /** The object storage, and the names of the objects in it that belong to the rows of this snapshot. */
  readonly objects: Objects | undefined
  readonly namesOfObjects: (snapshot: Snapshot) => Promise<readonly string[]>
}

/**
 * Everything that the service stores, as it was at one moment: a head, then each table as PostgreSQL copies it, the sequences, and the objects of the object storage. The database goes
 * on meanwhile.
 */
export async function* dump(snapshot: Snapshot, options: DumpOptions): AsyncGenerator<string | Buffer> {
  const { client } = snapshot
  const tables = await readTables(client)
  yield line('head', await headOf(client, options.serviceVersion))
  await client.query(`lock table ${tables.map(({ name }) => quoteName(name)).join(', ')} in access share mode`)
  for (const table of tables) {
    yield line('table', table)
    yield* copyOut(client, `copy ${columnsOf(table)} to stdout`)
    yield `${ROWS_END}\n`
  }
  yield line('sequences', { sequences: await readSequences(client) })
  for (const name of await options.namesOfObjects(snapshot)) {
    const bytes = await options.objects?.get(name)
    if (!bytes)
      throw new StartError(
        `The object storage does not have ${name}, which a picture needs. Set FILES_URL as the service has it.`,
      )
    yield line('object', { name, bytes: bytes.toString('base64') })
  }
}

async function headOf(client: pg.Client, serviceVersion: string) {
  const migrations = await client
    .query('select version, name, checksum from schema_migrations order by version')
    .catch(() => undefined)
  if (!migrations || migrations.rows.length === 0)
    throw new StartError('There is nothing to back up: this database has no tables of the service.')
  const { rows } = await client.query(`select now() as now, current_setting('server_version') as server`)
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    service_version: serviceVersion,
    server_version: rows[0].server,
    made_at: rows[0].now,
    migrations: migrations.rows,
  }
}
