/** The scopes that a secret key can have. Within v1 scopes are only added. */
export const SCOPES = [
  'project:read',
  'project:write',
  'posts:read',
  'posts:write',
  'votes:read',
  'votes:write',
  'comments:read',
  'comments:write',
  'moderation:read',
  'moderation:write',
  'changelog:write',
  'users:read',
  'users:write',
  'signing_keys:read',
  'signing_keys:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'imports:write',
  'exports:read',
  'fields:write',
  'insights:read',
] as const

export type Scope = (typeof SCOPES)[number]

/** Whether a key has every scope. */
export function isUnlimited(scopes: readonly Scope[]): boolean {
  return SCOPES.every((scope) => scopes.includes(scope))
}
