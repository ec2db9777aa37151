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
    'Nothing of it was kept, but it has travelled, so it is burnt: do not sign with it again. Make a new key pair and send its public half alone.',
} as const satisfies ProblemKind

export const tooManyActiveKeys = {
  code: 'too_many_active_keys',
  status: 409,
  title: 'The project has two active signing keys already.',
  remedy: 'Retire or revoke one of them first. A retiring key still verifies for 24 hours, so no visitor notices.',
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
  title: 'The project has, or had, this same key under another kid.',
  remedy: 'Make a new key pair. A key that was revoked never counts again, whatever its kid.',
} as const satisfies ProblemKind

export const signingKeyNotActive = {
  code: 'signing_key_not_active',
  status: 409,
  title: 'Only an active key can be marked retiring.',
  remedy: 'This key is revoked already, and stays so. Add a new key instead.',
} as const satisfies ProblemKind
