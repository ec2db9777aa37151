import type { Id } from '../../foundation/ids/index.ts'
import type { Role } from './permissions.ts'
import type { Operator, OperatorSession, SecretKey, SignedInUser } from './records.ts'

/** A caller who is not signed in: a page of a board, or an app with its publishable key. */
export interface Visitor {
  readonly kind: 'visitor'
}

/** A user of a client's product, by a session in this project. */
export interface SignedIn {
  readonly kind: 'user'
  readonly projectId: Id<'project'>
  readonly user: SignedInUser
  readonly sessionHash: Buffer
}

/** A client's server, by a secret key. */
export interface Server {
  readonly kind: 'server'
  readonly secretKey: SecretKey
}

/** A member of the team, in the console; within a project, with a role. */
export interface ConsoleUser {
  readonly kind: 'operator'
  readonly operator: Operator
  readonly session: OperatorSession
  /** Undefined outside of projects. */
  readonly membership: { readonly projectId: Id<'project'>; readonly role: Role } | undefined
}

/** The service itself: a job, or a command on the command line. */
export interface System {
  readonly kind: 'system'
}

/** Who asks. Every call says it. */
export type Actor = Visitor | SignedIn | Server | ConsoleUser | System

export const VISITOR: Visitor = { kind: 'visitor' }
export const SYSTEM: System = { kind: 'system' }

/** How events name the actor. */
export interface ActorName {
  readonly kind: 'user' | 'secret_key' | 'operator' | 'system'
  readonly id: string | undefined
}

/** The service is the actor of what a visitor causes, such as a first sign-in. */
export function nameOf(actor: Actor): ActorName {
  switch (actor.kind) {
    case 'user':
      return { kind: 'user', id: actor.user.id }
    case 'server':
      return { kind: 'secret_key', id: actor.secretKey.id }
    case 'operator':
      return { kind: 'operator', id: actor.operator.id }
    case 'visitor':
    case 'system':
      return { kind: 'system', id: undefined }
  }
}
