import type { Scope } from './scopes.ts'

/** Ordered from the most rights to the fewest. */
export const ROLES = ['owner', 'admin', 'moderator', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** A viewer reads, a moderator runs the board, an admin sets up the project, an owner decides who has access. Each role includes the lower ones. */
export function isAtLeast(role: Role, needed: Role): boolean {
  const place = ROLES.indexOf(role) // -1 for a role of a newer version, which may do nothing here
  return place !== -1 && place <= ROLES.indexOf(needed)
}

interface Holders {
  /** Somebody who is not signed in, on a public board. */
  readonly visitor?: true
  /** A signed-in user. */
  readonly user?: true
  /** A secret key that has this scope, or any key of the project. */
  readonly scope?: Scope | 'any'
  /** An operator who has this role in the project, or one that may do more. */
  readonly role?: Role
  /** An operator who owns everything, also outside of projects. */
  readonly ownsAll?: true
}

/** Who may do what, on every surface. Jobs and commands run as the service itself and may do everything. */
export const PERMISSIONS = {
  'board:read': { visitor: true, user: true, scope: 'any', role: 'viewer' },
  'board:take_part': { user: true },
  'posts:read': { visitor: true, user: true, scope: 'posts:read', role: 'viewer' },
  'posts:write': { scope: 'posts:write', role: 'moderator' },
  'files:write': { scope: 'posts:write', role: 'moderator' },
  'history:read': { scope: 'posts:write', role: 'viewer' },
  'votes:read': { scope: 'votes:read', role: 'viewer' },
  'votes:write': { scope: 'votes:write', role: 'moderator' },
  'comments:read': { visitor: true, user: true, scope: 'comments:read', role: 'viewer' },
  'comments:write': { scope: 'comments:write', role: 'moderator' },
  'moderation:read': { scope: 'moderation:read', role: 'viewer' },
  'moderation:write': { scope: 'moderation:write', role: 'moderator' },
  'numbers:read': { role: 'viewer' },
  /** Numbers of a segment and names of accounts tell who has which traits. So it needs what reading traits needs. */
  'insights:read': { scope: 'insights:read', role: 'moderator' },
  'changelog:write': { scope: 'changelog:write', role: 'admin' },
  'users:read': { scope: 'users:read', role: 'viewer' },
  'users:read_addresses': { scope: 'users:read', role: 'moderator' },
  'users:ban': { scope: 'users:write', role: 'moderator' },
  'users:erase': { scope: 'users:write', role: 'admin' },
  'users:vouch': { scope: 'users:write' },
  'mails:manage': { scope: 'users:write', role: 'admin' },
  'project:read': { scope: 'project:read', role: 'admin' },
  'project:write': { scope: 'project:write', role: 'admin' },
  'categories:write': { scope: 'fields:write', role: 'admin' },
  'fields:write': { scope: 'fields:write', role: 'admin' },
  /** Rules hold values of traits, and counts tell who has which. So it needs what reading traits needs. */
  'segments:read': { scope: 'users:read', role: 'moderator' },
  'segments:write': { scope: 'fields:write', role: 'admin' },
  'signing_keys:read': { scope: 'signing_keys:read', role: 'admin' },
  'signing_keys:write': { scope: 'signing_keys:write', role: 'admin' },
  'events:read': { scope: 'events:read', role: 'admin' },
  'webhooks:read': { scope: 'webhooks:read', role: 'admin' },
  'webhooks:write': { scope: 'webhooks:write', role: 'admin' },
  'imports:write': { scope: 'imports:write', role: 'admin' },
  'exports:read': { scope: 'exports:read', role: 'owner' },
  'secret_keys:write': { role: 'admin' },
  'people:read': { role: 'admin' },
  'people:write': { role: 'owner' },
  'service:run': { ownsAll: true },
} as const satisfies Record<string, Holders>

export type Permission = keyof typeof PERMISSIONS

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[] // they are its keys

export function holdersOf(permission: Permission): Holders {
  return PERMISSIONS[permission]
}

/** The permissions that a secret key can have. */
export type ServerPermission = {
  [P in Permission]: (typeof PERMISSIONS)[P] extends { readonly scope: Scope | 'any' } ? P : never
}[Permission]

/** Whether an operator with this role may do it. */
export function roleMay(role: Role, permission: Permission): boolean {
  const { role: needed } = holdersOf(permission)
  return needed !== undefined && isAtLeast(role, needed)
}
