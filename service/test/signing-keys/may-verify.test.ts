import { expect, test } from 'vitest'
import { mayVerify, type PublicJwk, type SigningKey } from '../../src/domain/signing-keys/index.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const now = new Date('2026-11-15T10:00:00Z')
const jwk: PublicJwk = { kty: 'EC', crv: 'P-256', x: '', y: '' }
const active: SigningKey = {
  kid: 'k',
  jwk,
  status: 'active',
  createdAt: now,
  retiredAt: undefined,
  revokedAt: undefined,
  lastUsedAt: undefined,
}

// Guarantees each state of a key, and the end of its last day to the millisecond, by the clock alone.
test.each([
  ['active', active, true],
  ['revoked', { ...active, status: 'revoked', revokedAt: now }, false],
  ['revoked from tomorrow on', { ...active, status: 'revoked', revokedAt: new Date(now.getTime() + DAY_MS) }, false],
  ['retiring since now', { ...active, status: 'retiring', retiredAt: now }, true],
  [
    'retiring for 23:59:59',
    { ...active, status: 'retiring', retiredAt: new Date(now.getTime() - DAY_MS + 1000) },
    true,
  ],
  [
    'retiring for 24:00:00 less a millisecond',
    { ...active, status: 'retiring', retiredAt: new Date(now.getTime() - DAY_MS + 1) },
    true,
  ],
  ['retiring for 24:00:00', { ...active, status: 'retiring', retiredAt: new Date(now.getTime() - DAY_MS) }, false],
] satisfies [string, SigningKey, boolean][])('a key that is %s may verify: %s', (_, key, expected) => {
  expect(mayVerify(key, now)).toBe(expected)
})
