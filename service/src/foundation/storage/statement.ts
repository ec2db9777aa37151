import pg from 'pg'
import { readInstant, TIMESTAMPTZ } from './instants.ts'
import type { Prepared } from './sql.ts'

type Parse = (text: string) => unknown

const INT8 = 20
const TEXT = 25
/** What pg does with a text, and with every type that it does not know. */
const asItIs: Parse = pg.types.getTypeParser(TEXT)
/** Counts become numbers: none of ours exceeds 2^53. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number
    return oid === TIMESTAMPTZ ? readInstant : pg.types.getTypeParser(oid, format ?? 'text')
  },
} as pg.CustomTypesConfig // pg's own signature has overloads that no single function satisfies

interface Column {
  readonly name: string
  readonly type: number
  readonly parse: Parse
}

type Texts = readonly (string | null)[]

/** Most statements read a few rows in the life of a process; those that read more get a function of their own. */
const FEW_ROWS = 100

/** Reads the rows of one statement. The server's description of the columns is parsed once. */
class RowReader {
  readonly #columns: readonly Column[]
  #readRow: (values: Texts) => unknown
  #rows = 0

  constructor(fields: readonly pg.FieldDef[]) {
    const columns = fields.map(({ name, dataTypeID: type }) => ({ name, type, parse: types.getTypeParser(type) }))
    this.#columns = columns
    this.#readRow = (values) => readColumns(columns, values)
  }

  /** A migration may change the columns of a known statement. */
  fits(fields: readonly pg.FieldDef[]): boolean {
    return (
      fields.length === this.#columns.length &&
      this.#columns.every(({ name, type }, place) => {
        const field = fields[place]
        return field?.name === name && field.dataTypeID === type
      })
    )
  }

  read(values: Texts): unknown {
    this.#rows += 1
    if (this.#rows === FEW_ROWS) this.#readRow = compiled(this.#columns)
    return this.#readRow(values)
  }
}

function readColumns(columns: readonly Column[], values: Texts): unknown {
  const row: Record<string, unknown> = {}
  for (const [place, { name, parse }] of columns.entries()) {
    const text = values[place] ?? null
    row[name] = text === null ? null : parse(text)
  }
  return row
}

/**
 * The same as a function that names each column, as somebody would write it by hand: all members of a row are made at once, which takes half as long as
 * setting one after the other. Columns have their names from our own statements.
 */
function compiled(columns: readonly Column[]): (values: Texts) => unknown {
  const members = columns.map(({ name, parse }, place) => {
    const text = `values[${place}]`
    return `${JSON.stringify(name)}: ${parse === asItIs ? text : `${text} === null ? null : parsers[${place}](${text})`}`
  })
  const make = new Function('parsers', `return (values) => ({ ${members.join(', ')} })`)
  return make(columns.map(({ parse }) => parse))
}

const readers = new WeakMap<Prepared, RowReader>()

/** A statement without columns has no rows to read. */
const NO_COLUMNS = new RowReader([])

/** A connection as a statement uses it, and what it has told about the columns of its prepared statements. */
interface Told {
  /** The same connection; what would ask for the columns again does nothing. */
  readonly unasked: pg.Connection
  readonly readers: Map<string, RowReader>
  isGathering: boolean
}

const told = new WeakMap<pg.Connection, Told>()

function toldBy(connection: pg.Connection): Told {
  let known = told.get(connection)
  if (!known) {
    const unasked: pg.Connection = Object.create(connection, { describe: { value: () => {} } })
    known = { unasked, readers: new Map(), isGathering: false }
    told.set(connection, known)
  }
  return known
}

/**
 * A statement that is sent. At each use pg would ask for its columns and work out again how to read its rows, which costs more than reading them. So we
 * override the methods that pg calls to send it, and with the columns, each row and the end.
 *
 * The columns are asked for once on each connection: the server refuses to run a prepared statement whose columns have changed since then.
 */
export class Statement extends pg.Query {
  declare readonly text: string // pg's constructor sets it
  declare callback: (error: Error | null) => void // pg sets it when the statement is queued
  readonly name: string | undefined
  readonly values: unknown[]
  readonly #prepared: Prepared
  #rows: unknown[] = []
  #told: Told | undefined
  #reader: RowReader | undefined
  #failure: unknown

  /** `name` is the one that it is prepared under on this connection. */
  constructor(prepared: Prepared, values: unknown[], name: string | undefined, text = prepared.text) {
    super(text)
    this.name = name
    this.values = values
    this.#prepared = prepared
  }

  async runOn(connection: Pick<pg.ClientBase, 'query'>): Promise<unknown[]> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    connection.query(this, (error: Error | null | undefined) => (error ? reject(error) : resolve()))
    const rows = this.#rows
    try {
      await promise
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error) // the stack of the caller, instead of the one where bytes arrived
      throw error
    } finally {
      this.#rows = [] // pg keeps a statement for a while after its end; each collection of young objects would copy its rows
    }
    if (this.#failure !== undefined) throw this.#failure
    return rows
  }

  prepare(connection: pg.Connection): void {
    this.#told = toldBy(connection)
    gather(this.#told, connection)
    this.#reader = this.name === undefined ? undefined : this.#told.readers.get(this.name)
    prepareOf.call(this, this.#reader ? this.#told.unasked : connection)
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    const known = readers.get(this.#prepared)
    this.#reader = known?.fits(fields) ? known : new RowReader(fields)
    if (this.#reader !== known) readers.set(this.#prepared, this.#reader)
  }

  handleDataRow({ fields }: { fields: Texts }): void {
    try {
      this.#rows.push(this.#reader?.read(fields))
    } catch (error) {
      this.#failure = error // an error thrown here would end the connection, which others share
    }
  }

  handleCommandComplete(): void {
    if (this.name !== undefined) this.#told?.readers.set(this.name, this.#reader ?? NO_COLUMNS)
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }
}

/**
 * A statement that a pooler prepares, on whichever connection it is run. To PgBouncer two names with the same text are one statement, so the name is a
 * part of the text. The columns are asked for at each use: a connection that prepares it later may give others.
 */
export class PooledStatement extends Statement {
  #connection: Parsing | undefined

  constructor(prepared: Prepared, values: unknown[], name: string) {
    super(prepared, values, name, `${prepared.text}\n-- ${name}`)
  }

  /** The server refused to prepare it. PgBouncer has noted the name nevertheless, and would end the connection if it were prepared again. */
  get isHalfKnown(): boolean {
    return this.#connection?.parsedStatements[this.name ?? ''] === undefined
  }

  override prepare(connection: pg.Connection): void {
    this.#connection = connection as unknown as Parsing
    gather(toldBy(connection), connection)
    prepareOf.call(this, connection)
  }

  override handleCommandComplete(): void {}
}

/** What pg notes on a connection, which its types lack. */
interface Parsing {
  readonly parsedStatements: Readonly<Record<string, string>>
}

/** pg's own method, which its types lack. */
const { prepare: prepareOf } = pg.Query.prototype as unknown as { prepare(this: Statement, on: pg.Connection): void }

/** Statements that come in the same turn leave in one packet, and so does what pg itself sends after them. */
function gather(told: Told, { stream }: pg.Connection): void {
  if (told.isGathering) return
  told.isGathering = true
  stream.cork()
  process.nextTick(() => {
    told.isGathering = false
    stream.uncork()
  })
}
