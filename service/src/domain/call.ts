import type { Database, Sql } from '../foundation/storage/index.ts'

/** Where the service is reached; what depends on it (audiences, board addresses) is decided from here alone. */
export interface Places {
  readonly apiOrigin: string
  /** The board's address with `{slug}` in the place of the project's name. */
  readonly boardOrigin: string
}

/** One request to the domain: through which connection, and at which instant. Every rule about time uses `now`. */
export interface Call {
  readonly sql: Sql
  readonly now: Date
  readonly places: Places
  readonly transaction: Database['transaction']
}

export function callOn(database: Pick<Database, 'sql' | 'transaction'>, places: Places, now: Date): Call {
  return { sql: database.sql, now, places, transaction: database.transaction }
}

/** Everything `work` does commits together or not at all. */
export function inTransaction<C extends Call, Result>(call: C, work: (call: C) => Promise<Result>): Promise<Result> {
  return call.transaction((sql) => work({ ...call, sql }))
}
