import pg from 'pg'
import type { Prepared } from './sql.ts'

type Parse = (text: string) => unknown

const INT8 = 20
/** Counts become numbers: none of ours exceeds 2^53. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
} as pg.CustomTypesConfig // pg's own signature has overloads that no single function satisfies

/** Reads the rows of one statement. The server's description of the columns is parsed once. */
class RowReader {
  readonly #columns: readonly { readonly name: string; readonly type: number; readonly parse: Parse }[]
  /** A copy of it has room for all columns; a row that grows by one column after the other is moved in memory again and again. */
  readonly #empty: Readonly<Record<string, unknown>>

  constructor(fields: readonly pg.FieldDef[]) {
    this.#columns = fields.map(({ name, dataTypeID: type }) => ({ name, type, parse: types.getTypeParser(type) }))
    this.#empty = Object.fromEntries(fields.map(({ name }) => [name, null]))
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

  read(values: readonly (string | null)[]): unknown {
    const row: Record<string, unknown> = { ...this.#empty }
    let place = 0 // `entries()` would take longer than reading
    for (const { name, parse } of this.#columns) {
      const text = values[place++] ?? null
      row[name] = text === null ? null : parse(text)
    }
    return row
  }
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
  readonly #rows: unknown[] = []
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
    try {
      await promise
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error) // the stack of the caller, instead of the one where bytes arrived
      throw error
    }
    if (this.#failure !== undefined) throw this.#failure
    return this.#rows
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

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
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
