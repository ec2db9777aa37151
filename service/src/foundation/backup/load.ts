import type pg from 'pg'
import type { Objects } from '../objects/index.ts'
import { FileFault } from '../sealed-file/index.ts'
import {
  type Applied,
  columnsOf,
  copyIn,
  isEmptySchema,
  makePartition,
  migrateEmpty,
  newClient,
  quoteName,
  type Reach,
  readTables,
  type Sequence,
  StartError,
  setSequence,
  type Table,
} from '../storage/index.ts'
import { FORMAT, FORMAT_VERSION, ROWS_END } from './format.ts'

export interface Contents {
  readonly madeAt: string
  readonly serviceVersion: string
  readonly migrations: readonly Applied[]
  readonly tables: number
  readonly rows: number
  readonly objects: number
  /** The name of the first object. */
  readonly firstObject: string | undefined
  /** How many objects were gone when the file was written. */
  readonly leftOut: number
}

export interface LoadOptions {
  readonly connection: Reach
  /** The directory of this build's migrations. */
  readonly migrations: string
  readonly objects: Objects | undefined
  /** The object storage is the one that was backed up, or a copy of it: objects that it has stay as they are. */
  readonly keepsObjects: boolean
  readonly onTable: (name: string) => void
}

interface Line {
  readonly type?: unknown
  /* biome-ignore lint/suspicious/noExplicitAny: each reader checks the members that it uses */
  readonly data?: any
}

/** Reads a backup to its end, checksum included, and says what is in it. */
export async function verify(lines: AsyncIterable<Buffer>): Promise<Contents> {
  const reader = lines[Symbol.asyncIterator]()
  const head = headIn(parse(await next(reader)))
  let [tables, rows, objects, leftOut] = [0, 0, 0, 0]
  let firstObject: string | undefined
  let isWhole = false
  for (let found = await next(reader); found; found = await next(reader)) {
    const { type, data } = parse(found)
    if (type === 'table') {
      tables += 1
      for await (const _ of rowsOf(reader)) rows += 1
    } else if (type === 'object') {
      objects += 1
      firstObject ??= String(data?.name)
    } else if (type === 'left_out') leftOut += Array.isArray(data?.names) ? data.names.length : 0
    else if (type === 'sequences') isWhole = true
    else throw new FileFault('The file has a part that this build does not know. Use a newer build.')
  }
  if (!isWhole) throw new FileFault('The file has no sequences: it is not a complete backup.')
  return { ...head, tables, rows, objects, firstObject, leftOut }
}

/** Where the service was reached that wrote the backup: the restored copy has no service yet, and may get other addresses. */
const OF_A_RUNNING_SERVICE = ['service_places']

/**
 * Loads a verified backup into an empty database: one transaction makes the tables of the build that wrote it and fills them. The next start applies what newer builds
 * changed.
 */
export async function load(contents: Contents, lines: AsyncIterable<Buffer>, options: LoadOptions): Promise<void> {
  const { connection, objects, keepsObjects, onTable } = options
  if (contents.objects > 0 && !objects) {
    throw new StartError('The backup has pictures of an object storage. Set FILES_URL to one that takes them.')
  }
  if (!keepsObjects && contents.firstObject !== undefined && (await objects?.get(contents.firstObject))) {
    throw new StartError(
      `The object storage has pictures of this backup already, such as ${contents.firstObject}, and nothing was changed. If another service uses them, set FILES_URL to an empty bucket. If this database replaces the one of that service, which will not run again, add --keep-pictures.`,
    )
  }
  const client = newClient({ ...connection, application_name: 'svc restore' })
  client.on('error', () => {}) // the current statement fails with it
  await client.connect()
  const stored: string[] = []
  try {
    await client.query('begin')
    await migrateEmpty(client, options.migrations, contents.migrations, () => refuseTaken(client))
    const tables = new Map((await readTables(client)).map((table) => [table.name, table]))
    await client.query(`truncate ${[...tables.keys()].map(quoteName).join(', ')} cascade`) // also what is not backed up and refers to them
    const reader = lines[Symbol.asyncIterator]()
    await next(reader) // the head
    for (let found = await next(reader); found; found = await next(reader)) {
      const { type, data } = parse(found)
      if (type === 'table') {
        onTable(String(data?.name))
        const table = await tableFor(client, data, tables)
        await copyIn(client, `copy ${columnsOf(table)} from stdin`, rowsOf(reader))
      } else if (type === 'sequences') for (const one of sequencesIn(data)) await setSequence(client, one)
      else if (type === 'object' && !(keepsObjects && (await objects?.get(String(data.name))))) {
        stored.push(String(data.name))
        await objects?.put(String(data.name), Buffer.from(String(data.bytes), 'base64'))
      }
    }
    for (const name of OF_A_RUNNING_SERVICE) if (tables.has(name)) await client.query(`truncate ${quoteName(name)}`)
    await client.query('commit')
  } catch (error) {
    for (const name of stored) await objects?.remove(name).catch(() => {}) // so that it can be tried again
    throw error
  } finally {
    await client.end().catch(() => {}) // what is not committed is rolled back
  }
}

async function refuseTaken(client: pg.Client): Promise<void> {
  if (await isEmptySchema(client)) return
  throw new StartError(
    'The database is not empty, and nothing was changed. A backup is restored into an empty database only: create a new one, or set DATA_DIR to a new directory.',
  )
}

async function tableFor(client: pg.Client, data: unknown, tables: ReadonlyMap<string, Table>): Promise<Table> {
  const { name, columns } = data as Table // checked now
  const known = tables.get(name)
  const isMonth = !known && typeof name === 'string' && (await makePartition(client, name))
  const expected = known ?? (isMonth ? tables.get('events_kept') : undefined)
  if (!expected || !Array.isArray(columns) || columns.some((column) => !expected.columns.includes(column))) {
    throw new FileFault('The file has a table or a column that its migrations do not make.')
  }
  return { name, columns }
}

function sequencesIn(data: { sequences?: unknown }): readonly Sequence[] {
  return Array.isArray(data.sequences) ? data.sequences : []
}

async function* rowsOf(reader: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let row = await next(reader); row; row = await next(reader)) {
    if (row.length === ROWS_END.length && row.toString() === ROWS_END) return
    yield row
  }
  throw new FileFault('The rows of a table have no end: the file is not complete.')
}

async function next(reader: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const { done, value } = await reader.next()
  return done ? undefined : value
}

function parse(text: Buffer | undefined): Line {
  try {
    return JSON.parse(String(text))
  } catch {
    throw new FileFault('The file is not a backup of this service.')
  }
}

function headIn({ type, data }: Line): Pick<Contents, 'madeAt' | 'serviceVersion' | 'migrations'> {
  if (type !== 'head' || data?.format !== FORMAT || !Array.isArray(data.migrations)) {
    throw new FileFault('The file is not a backup of this service.')
  }
  if (data.version !== FORMAT_VERSION) throw new FileFault('The backup was written by a newer build. Use that build.')
  return { madeAt: String(data.made_at), serviceVersion: String(data.service_version), migrations: data.migrations }
}
