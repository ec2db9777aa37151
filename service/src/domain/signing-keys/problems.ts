import type { ProblemKind } from '../../foundation/problems/index.ts'

export const keyInvalid = {
  code: 'key_invalid',
  status: 400,
  title: 'This is not a public key that can verify sign-in tokens.',
  remedy:
    'Send one public JWK of an ECDSA P-256 key pair: `kty` "EC", `crv` "P-256", `x` and `y` as base64url of 32 bytes each.',
} as const satisfies ProblemKind

export const privateKeyRejected = {
  code: 'private_key_rejected',
  status: 400,
  title: 'This is a private key, and a private key must never leave the client.',
  remedy:
    'The key was not stored, but it was sent over the network. Treat it as compromised and do not sign with it again. Make a new key pair and send only the public key.',
} as const satisfies ProblemKind

export const tooManyActiveKeys = {
  code: 'too_many_active_keys',
  status: 409,
  title: 'The project already has two active signing keys.',
  remedy:
    'Retire or revoke one of them first. A retiring key still verifies tokens for 24 hours, so sign-in is not interrupted.',
} as const satisfies ProblemKind

export const kidTaken = {
  code: 'kid_taken',
  status: 409,
  title: 'The project has, or had, a signing key with this kid.',
  remedy: 'Choose another kid, or leave it out to use the key’s thumbprint. The kid of a revoked key stays taken.',
} as const satisfies ProblemKind

export const keyTaken = {
  code: 'key_taken',
  status: 409,
  title: 'The project has, or had, the same key under another kid.',
  remedy: 'Make a new key pair. A revoked key cannot be added again, whatever its kid.',
} as const satisfies ProblemKind

export const signingKeyNotActive = {
  code: 'signing_key_not_active',
  status: 409,
  title: 'Only an active key can be marked retiring.',
  remedy: 'This key is already revoked, and that cannot be undone. Add a new key instead.',
} as const satisfies ProblemKind
