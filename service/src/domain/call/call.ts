import type { Database, Sql } from '../../foundation/storage/index.ts'
import type { Actor, ConsoleUser, Server, SignedIn, System, Visitor } from './actor.ts'
import type { Permission } from './permissions.ts'
import type { Project, SignedInUser } from './records.ts'

/** The addresses of the service. Audiences and board addresses are made only from these. */
export interface Places {
  readonly apiOrigin: string
  /** The board's address with `{slug}` in the place of the project's name. */
  readonly boardOrigin: string
}

/** One request to the domain: who asks, through which connection, and at which instant. Every rule about time uses `now`. */
export interface Call<A extends Actor = Actor> {
  readonly actor: A
  readonly sql: Sql
  readonly now: Date
  readonly places: Places
  readonly transaction: Database['transaction']
  /** Where large bytes are kept; undefined: in the database. */
  readonly objects: Database['objects']
}

/** A call within one project. */
export interface ProjectCall<A extends Actor = Actor> extends Call<A> {
  readonly project: Project
}

declare const PROVEN: unique symbol

/** Proves that the caller has these permissions. Only `permit` makes one. */
export interface Proof<P extends Permission> {
  readonly [PROVEN]: { readonly [permission in P]: true }
}

declare const CHECKED: unique symbol

/** The proof of a call is about this project. A call that is given another project has no proof. */
export interface InProject {
  readonly project: Project & { readonly [CHECKED]: true }
}

/** A call in a project by a caller with this permission. Every permission includes reading the board. */
export type Permitted<P extends Permission = 'board:read', A extends Actor = Actor> = ProjectCall<A> &
  InProject &
  Proof<P | 'board:read'>

/** A call on a board, signed in or not, before it is known whether the caller may read the board. */
export type BoardCall = ProjectCall<Visitor | SignedIn>

/** A call by a caller who may read the board; on a public board that includes visitors. */
export type ReaderCall = Permitted<'board:read', Visitor | SignedIn>

/** A call by a signed-in user. Only `resolveSession` makes one. */
export type UserCall = Permitted<'board:take_part', SignedIn>

/** A call by a client's server. Only a secret key makes one. */
export type ServerCall<P extends Permission = 'board:read'> = Permitted<P, Server>

/** A call by an operator, perhaps not in any project. Only `resolveOperator` makes one. */
export type AccountCall = Call<ConsoleUser>

/** A call by an operator within a project. Only `enterProject` makes one. */
export type OperatorCall<P extends Permission = 'board:read'> = Permitted<P, ConsoleUser>

/** A call with rights over the whole service: a job, a command, or an operator who owns everything. */
export type ServiceCall = Call & Proof<'service:run'>

/** A call by the service itself within a project. */
export type SystemCall = Permitted<Permission, System>

/** The caller, if it is a user. */
export function viewerOf({ actor }: Call): SignedInUser | undefined {
  return actor.kind === 'user' ? actor.user : undefined
}

/** Whether the caller is the team (its server, the console) or the service itself. The team sees waiting, hidden and internal content. */
export function isTeam({ actor }: Call): boolean {
  return actor.kind === 'server' || actor.kind === 'operator' || actor.kind === 'system'
}

export function isServer<C extends Call>(call: C): call is Extract<C, { readonly actor: Server }> {
  return call.actor.kind === 'server'
}

export function isOperator<C extends Call>(call: C): call is C & { readonly actor: ConsoleUser } {
  return call.actor.kind === 'operator'
}

export function isSignedIn<C extends Call>(call: C): call is C & { readonly actor: SignedIn } {
  return call.actor.kind === 'user'
}

/** A call by a visitor or by the service itself. */
export function callOn<A extends Visitor | System>(database: DataStores, places: Places, now: Date, actor: A): Call<A> {
  const { sql, transaction, objects } = database
  return { actor, sql, now, places, transaction, objects }
}

/** Where a call reads and writes. */
export type DataStores = Pick<Database, 'sql' | 'transaction' | 'objects'>

/** Everything `work` does commits together or not at all. Within a transaction it joins that one. */
export function inTransaction<C extends Call, Result>(call: C, work: (call: C) => Promise<Result>): Promise<Result> {
  return call.transaction((sql) => work(onTransaction(call, sql)))
}

/** The same call, on an open transaction. */
export function onTransaction<C extends Call>(call: C, sql: Sql): C {
  return { ...call, sql, transaction: (inner) => inner(sql) }
}
