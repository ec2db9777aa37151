import {
  holdersOf,
  type ProjectCall,
  type ReaderCall,
  type Scope,
  type ServerCall,
  type ServerPermission,
  type UserCall,
} from '../../domain/call/index.ts'

/**
 * An app by its publishable key: `app` with the key alone, `reader` also signed in where the board is private, `session` signed in.
 */
export type AppAccess = 'app' | 'reader' | 'session'

/** Who may call: an app, a client's server with a permission, or both. An open endpoint needs no caller. */
export type Access = 'open' | KnownAccess
export type KnownAccess = AppAccess | ServerPermission | readonly [AppAccess, ServerPermission]

type CallOfApp<A> = A extends 'session' ? UserCall : A extends 'reader' ? ReaderCall : ProjectCall

/** The call that the handler gets; an open endpoint gets none. */
export type CallOf<A extends Access> = A extends 'open'
  ? undefined
  : A extends AppAccess
    ? CallOfApp<A>
    : A extends ServerPermission
      ? ServerCall<A>
      : A extends readonly [infer App, infer P extends ServerPermission]
        ? CallOfApp<App> | ServerCall<P>
        : never

export function appAccessOf(access: Access): AppAccess | undefined {
  if (typeof access !== 'string') return access[0]
  return access === 'app' || access === 'reader' || access === 'session' ? access : undefined
}

export function serverAccessOf(access: Access): ServerPermission | undefined {
  if (typeof access !== 'string') return access[1]
  return access === 'open' || access === 'app' || access === 'reader' || access === 'session' ? undefined : access
}

/** The scope that a secret key needs, or `any`; absent if servers may not call. */
export function scopeOf(access: Access): Scope | 'any' | undefined {
  const permission = serverAccessOf(access)
  return permission && holdersOf(permission).scope
}
