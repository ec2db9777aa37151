import type { SigningKey } from './signing-key.ts'

/** All members of a signing key, as JSON. */
export function keyJson(key: SigningKey) {
  return {
    kid: key.kid,
    jwk: key.jwk,
    status: key.status,
    created_at: key.createdAt.toISOString(),
    retired_at: key.retiredAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  }
}
