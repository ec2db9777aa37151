import pg from 'pg'
import type { Prepared } from './sql.ts'

type Parse = (text: string) => unknown

const INT8 = 20
/** Counts arrive as numbers: none of ours passes 2^53. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
} as pg.CustomTypesConfig // pg's own signature is a pile of overloads that no single function satisfies

/** Reads the rows of one statement: what the server says about its columns, understood once. */
class RowReader {
  readonly #columns: readonly { readonly name: string; readonly type: number; readonly parse: Parse }[]

  constructor(fields: readonly pg.FieldDef[]) {
    this.#columns = fields.map(({ name, dataTypeID: type }) => ({ name, type, parse: types.getTypeParser(type) }))
  }

  /** A migration may change the columns of a statement that is known. */
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
    for (const [place, { name, parse }] of this.#columns.entries()) {
      const text = values[place] ?? null
      row[name] = text === null ? null : parse(text)
    }
    return row
  }
}

const readers = new WeakMap<Prepared, RowReader>()

/**
 * A statement on its way. pg would work out anew at each use how its rows are read, which costs more than reading them: the two methods that
 * pg calls with the columns and with each row are our own.
 */
export class Statement extends pg.Query {
  declare readonly text: string // pg's constructor sets it
  readonly name: string | undefined
  readonly values: unknown[]
  readonly #prepared: Prepared
  readonly #rows: unknown[] = []
  #reader: RowReader | undefined
  #failure: unknown

  constructor(prepared: Prepared, values: unknown[]) {
    super(prepared.text)
    this.name = prepared.name
    this.values = values
    this.#prepared = prepared
  }

  async runOn(connection: Pick<pg.ClientBase, 'query'>): Promise<unknown[]> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    connection.query(this, (error: Error | null | undefined) => (error ? reject(error) : resolve()))
    try {
      await promise
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error) // where it was asked for, instead of where bytes arrived
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
      this.#failure = error // thrown here it would end the connection of others
    }
  }
}
