import type { Database, Sql } from '../foundation/storage/index.ts'
import type { SecretKey } from './caller-keys/index.ts'
import type { Project } from './projects/index.ts'
import type { User } from './users/index.ts'

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

/** A call within one project; whoever asks has named it by a key. */
export interface ProjectCall extends Call {
  readonly project: Project
}

/** A call by a signed-in user. Only `resolveSession` makes one, so holding one is proof. */
export interface UserCall extends ProjectCall {
  readonly user: User
  readonly sessionHash: Buffer
}

/** A call by a client's server. Only `resolveSecretKey` makes one. */
export interface ServerCall extends ProjectCall {
  readonly secretKey: SecretKey
}

export function callOn(database: Pick<Database, 'sql' | 'transaction'>, places: Places, now: Date): Call {
  return { sql: database.sql, now, places, transaction: database.transaction }
}

/** Everything `work` does commits together or not at all. Within a transaction it joins that one. */
export function inTransaction<C extends Call, Result>(call: C, work: (call: C) => Promise<Result>): Promise<Result> {
  return call.transaction((sql) => work(joined(call, sql)))
}

/** The same call on a transaction that is open already. */
export function joined<C extends Call>(call: C, sql: Sql): C {
  return { ...call, sql, transaction: (inner) => inner(sql) }
}
