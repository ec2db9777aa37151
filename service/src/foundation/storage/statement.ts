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

  constructor(fields: readonly pg.FieldDef[]) {
    this.#columns = fields.map(({ name, dataTypeID: type }) => ({ name, type, parse: types.getTypeParser(type) }))
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
    const row: Record<string, unknown> = {}
    let place = 0 // `entries()` would take longer than reading
    for (const { name, parse } of this.#columns) {
      const text = values[place++] ?? null
      row[name] = text === null ? null : parse(text)
    }
    return row
  }
}

const readers = new WeakMap<Prepared, RowReader>()

/**
 * A statement that is sent. At each use pg would work out again how to read its rows, which costs more than reading them. So we override
 * the two methods that pg calls with the columns and with each row.
 */
export class Statement extends pg.Query {
  declare readonly text: string // pg's constructor sets it
  readonly name: string | undefined
  readonly values: unknown[]
  readonly #prepared: Prepared
  readonly #rows: unknown[] = []
  #reader: RowReader | undefined
  #failure: unknown

  /** `name` is the one that it is prepared under on this connection. */
  constructor(prepared: Prepared, values: unknown[], name: string | undefined) {
    super(prepared.text)
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
}
