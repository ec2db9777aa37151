import type { Database, Sql } from '../foundation/storage/index.ts'
import type { SecretKey } from './caller-keys/index.ts'
import type { Operator, Role } from './operators/index.ts'
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

/** A call by whoever may read the board: on a public one also somebody who is not signed in. */
export interface ReaderCall extends ProjectCall {
  readonly user: User | undefined
}

/** A call by a client's server. Only a secret key makes one. */
export interface ServerCall extends ProjectCall {
  readonly secretKey: SecretKey
}

/** A call by somebody of the team, in the console. Only `enterProject` makes one. */
export interface OperatorCall extends ProjectCall {
  readonly operator: Operator
  readonly role: Role
}

/** Whoever acts for the team: its server or one of its people. */
export type StaffCall = ServerCall | OperatorCall

/** Everybody who can look at a board. */
export type BoardCall = ReaderCall | UserCall | ServerCall

/** Who looks, where it is a person. */
export function viewerOf(call: Call): User | undefined {
  return (call as Partial<UserCall>).user // what a call holds says whose it is
}

/** A client's server, an operator, or a person at the command line: they see what visitors do not. */
export function isStaff(call: ProjectCall): boolean {
  return !('user' in call)
}

export interface Actor {
  readonly kind: 'user' | 'secret_key' | 'operator' | 'system'
  readonly id: string | undefined
}

export function actorOf(call: Call): Actor {
  const user = viewerOf(call)
  if (user) return { kind: 'user', id: user.id }
  const key = (call as Partial<ServerCall>).secretKey // as above
  if (key) return { kind: 'secret_key', id: key.id }
  const operator = (call as Partial<OperatorCall>).operator // as above
  return operator ? { kind: 'operator', id: operator.id } : { kind: 'system', id: undefined }
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
