import type { Aside, Database, Sql } from '../../foundation/storage/index.ts'
import {
  type Actor,
  type ConsoleUser,
  type Server,
  type SignedIn,
  type System,
  VISITOR,
  type Visitor,
} from './actor.ts'
import type { Permission } from './permissions.ts'
import type { Project, SignedInUser } from './records.ts'

/** The addresses of the service. Audiences and board addresses are made only from these. */
export interface Places {
  readonly apiOrigin: string
  /** The board's address with `{slug}` in the place of the project's name. */
  readonly boardOrigin: string
}

interface Parts {
  readonly actor: Actor
  readonly sql: Sql
  readonly now: Date
  readonly places: Places
  readonly transaction: Database['transaction']
  /** What a project has of the connections. Undefined: this call has a connection, or its own server. */
  readonly shareOf: Database['shareOf'] | undefined
  readonly openSnapshot: Database['openSnapshot']
  /** The object storage for large bytes. Undefined: they are kept in the database. */
  readonly objects: Database['objects']
  /** Where `reading.ts` may read. Undefined: there is none, or this call writes. */
  readonly replicas: Database['replicas']
}

/** All members are getters of a private field. So a call cannot be changed, and a copy by `{ ...call }` or `Object.assign` is empty. */
class MadeCall {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get actor(): Actor {
    return this.#parts.actor
  }

  get sql(): Sql {
    return this.#parts.sql
  }

  get now(): Date {
    return this.#parts.now
  }

  get places(): Places {
    return this.#parts.places
  }

  get transaction(): Database['transaction'] {
    return this.#parts.transaction
  }

  get shareOf(): Database['shareOf'] | undefined {
    return this.#parts.shareOf
  }

  get openSnapshot(): Database['openSnapshot'] {
    return this.#parts.openSnapshot
  }

  get objects(): Database['objects'] {
    return this.#parts.objects
  }

  get replicas(): Database['replicas'] {
    return this.#parts.replicas
  }
}

class MadeProjectCall extends MadeCall {
  readonly #project: Project

  constructor(parts: Parts, project: Project) {
    super(parts)
    this.#project = project
  }

  get project(): Project {
    return this.#project
  }
}

/** One request to the domain: who asks, through which connection, and at which instant. Every rule about time uses `now`. */
export interface Call<A extends Actor = Actor> extends MadeCall {
  readonly actor: A
}

/** A call within one project. */
export interface ProjectCall<A extends Actor = Actor> extends MadeProjectCall {
  readonly actor: A
}

declare const PROVEN: unique symbol

/** Proves that the caller has these permissions. Only `permit` makes one. It is about this call: another project or actor makes another call, without it. */
export interface Proof<P extends Permission> {
  readonly [PROVEN]: { readonly [permission in P]: true }
}

/** A call in a project by a caller with this permission. Every permission includes reading the board. */
export type Permitted<P extends Permission = 'board:read', A extends Actor = Actor> = ProjectCall<A> &
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

/** The stores that a call reads and writes. */
export type DataStores = Pick<Database, 'sql' | 'transaction' | 'openSnapshot' | 'objects' | 'replicas'> &
  Partial<Pick<Database, 'shareOf'>>

/** A call by a visitor or by the service itself. */
export function callOn<A extends Visitor | System>(
  { sql, transaction, shareOf, openSnapshot, objects, replicas }: DataStores,
  places: Places,
  now: Date,
  actor: A,
): Call<A> {
  return new MadeCall({ actor, sql, now, places, transaction, shareOf, openSnapshot, objects, replicas }) as Call<A> // that is its actor
}

/** The request of somebody who is not known yet. */
export function newCall(database: DataStores, places: Places, now: Date): Call<Visitor> {
  return callOn(database, places, now, VISITOR)
}

/** The call in this project, in its share of the connections. It has no proof. */
export function inProject<A extends Actor>(call: Call<A>, project: Project): ProjectCall<A> {
  const parts = Object.assign(partsOf(call), call.shareOf?.(project.id))
  return new MadeProjectCall(parts, project) as ProjectCall<A> // it has the same actor
}

/** The call by this actor, in no project and without a proof. For those who checked a session or a key. */
export function byActor<A extends Actor>(call: Call, actor: A): Call<A> {
  return new MadeCall({ ...partsOf(call), actor }) as Call<A> // that is its actor
}

/** The call by this actor, in the same project and without a proof. */
export function byActorInProject<A extends Actor>(call: ProjectCall, actor: A): ProjectCall<A> {
  return new MadeProjectCall({ ...partsOf(call), actor }, call.project) as ProjectCall<A> // that is its actor
}

/** The same call at another instant. */
export function atInstant<C extends Call>(call: C, now: Date): C {
  return remade(call, { now })
}

/** Everything `work` does commits together or not at all. Within a transaction it joins that one. */
export function inTransaction<C extends Call, Result>(call: C, work: (call: C) => Promise<Result>): Promise<Result> {
  return call.transaction((sql) => work(onTransaction(call, sql)))
}

/** The same call, on an open transaction. No replica knows what the transaction does. */
export function onTransaction<C extends Call>(call: C, sql: Sql): C {
  return remade(call, {
    sql,
    transaction: (inner) => inner(sql),
    shareOf: undefined,
    replicas: undefined,
  })
}

/** The same call, with what a replica has. */
export function onReplica<C extends Call>(call: C, { sql, transaction, openSnapshot }: Aside): C {
  const changes = { sql, transaction, shareOf: undefined, replicas: undefined }
  return remade(call, openSnapshot === undefined ? changes : { ...changes, openSnapshot })
}

function partsOf({ actor, sql, now, places, transaction, shareOf, openSnapshot, objects, replicas }: Call): Parts {
  return { actor, sql, now, places, transaction, shareOf, openSnapshot, objects, replicas }
}

/** Actor and project stay, and so does the proof. */
function remade<C extends Call>(call: C, changes: Partial<Omit<Parts, 'actor'>>): C {
  const parts = { ...partsOf(call), ...changes }
  const made = call instanceof MadeProjectCall ? new MadeProjectCall(parts, call.project) : new MadeCall(parts)
  return made as Call as C // the same call but for the changes
}
