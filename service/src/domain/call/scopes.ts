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
] as const

export type Scope = (typeof SCOPES)[number]

/** The scopes that people can choose. The scopes of webhooks are left out until there are webhooks; the API still accepts them, and keys that have them keep them. */
export const OFFERED_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !scope.startsWith('webhooks:'))

/** Whether a key has every scope. */
export function isUnlimited(scopes: readonly Scope[]): boolean {
  return OFFERED_SCOPES.every((scope) => scopes.includes(scope))
}
