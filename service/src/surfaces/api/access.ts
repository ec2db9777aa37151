import type { ProjectCall, ReaderCall, ServerCall, UserCall } from '../../domain/call.ts'
import type { Scope } from '../../domain/caller-keys/index.ts'

/**
 * An app by its publishable key: `app` with the key alone, `reader` also signed in where the board is private, `session` signed in.
 */
export type AppAccess = 'app' | 'reader' | 'session'
/** A client's server by its secret key: with a scope, or with any. */
export type ServerAccess = 'server' | Scope

/** Who may ask. Nobody has to be known for what is open. */
export type Access = 'open' | KnownAccess
export type KnownAccess = AppAccess | ServerAccess | readonly [AppAccess, ServerAccess]

type CallOfApp<A> = A extends 'session' ? UserCall : A extends 'reader' ? ReaderCall : ProjectCall

/** What the handler is given. Who asks an open endpoint is nobody's business. */
export type CallOf<A extends Access> = A extends 'open'
  ? undefined
  : A extends AppAccess
    ? CallOfApp<A>
    : A extends readonly [infer App, ServerAccess]
      ? CallOfApp<App> | ServerCall
      : ServerCall

export function appAccessOf(access: Access): AppAccess | undefined {
  if (typeof access !== 'string') return access[0]
  return access === 'app' || access === 'reader' || access === 'session' ? access : undefined
}

export function serverAccessOf(access: Access): ServerAccess | undefined {
  if (typeof access !== 'string') return access[1]
  return access === 'open' || appAccessOf(access) ? undefined : (access as ServerAccess) // what is left
}

/** A call by a client's server, of an endpoint that apps may call too. */
export function isServer<C extends ProjectCall>(call: C): call is Extract<C, ServerCall> {
  return 'secretKey' in call
}
