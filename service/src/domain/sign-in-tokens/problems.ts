import type { ProblemKind } from '../../foundation/problems/index.ts'

/* Why a sign-in token is refused, in the order in which its rules are checked. */

export const tokenMalformed = {
  code: 'token_malformed',
  status: 401,
  title: 'The sign-in token is not a well-formed JWT.',
  remedy:
    'Send the compact form that a JWT library produces, unchanged: three base64url parts, with JSON in UTF-8 that names no member twice.',
} as const satisfies ProblemKind

export const tokenAlgNotAllowed = {
  code: 'token_alg_not_allowed',
  status: 401,
  title: 'The sign-in token is not signed with ES256.',
  remedy: 'Sign with the project’s P-256 private key and the algorithm ES256. No other algorithm is accepted.',
} as const satisfies ProblemKind

export const tokenHeaderNotAllowed = {
  code: 'token_header_not_allowed',
  status: 401,
  title: 'The sign-in token’s header holds a member that is not accepted.',
  remedy: 'Send only `alg`, `kid` and `typ`. Keys and extensions inside a header are never used.',
} as const satisfies ProblemKind

export const signingKeyUnknown = {
  code: 'signing_key_unknown',
  status: 401,
  title: 'The project has no signing key with the token’s kid.',
  remedy:
    'Compare the header’s `kid` with the signing keys of the project that this publishable key or board belongs to.',
} as const satisfies ProblemKind

export const signingKeyRevoked = {
  code: 'signing_key_revoked',
  status: 401,
  title: 'The signing key of this token was revoked, or was retired more than 24 hours ago.',
  remedy: 'Sign with an active key of the project.',
} as const satisfies ProblemKind

export const tokenSignatureInvalid = {
  code: 'token_signature_invalid',
  status: 401,
  title: 'The sign-in token’s signature does not match the signing key.',
  remedy:
    'Sign with the private key whose public key was registered under this `kid`. The signature is r and s, 32 bytes each, not DER.',
} as const satisfies ProblemKind

export const tokenTypeInvalid = {
  code: 'token_type_invalid',
  status: 401,
  title: 'The sign-in token has the wrong type.',
  remedy:
    'Set the header `typ` to exactly `svc-sso+jwt`, so that none of your other tokens can be used to sign in here.',
} as const satisfies ProblemKind

export const tokenIssuerMismatch = {
  code: 'token_issuer_mismatch',
  status: 401,
  title: 'The sign-in token was issued for another project.',
  remedy: 'Set `iss` to the project’s id (`prj_…`).',
} as const satisfies ProblemKind

export const tokenAudienceMismatch = {
  code: 'token_audience_mismatch',
  status: 401,
  title: 'The sign-in token has the wrong audience.',
  remedy:
    'Set `aud` to the API’s origin for the exchange in an app, and to the board’s canonical origin for board sign-in, without a slash at the end.',
} as const satisfies ProblemKind

export const tokenLifetimeTooLong = {
  code: 'token_lifetime_too_long',
  status: 401,
  title: 'The sign-in token’s lifetime is not between 0 and 600 seconds.',
  remedy: 'Set `exp` after `iat` and at most 600 seconds after it; 300 is recommended.',
} as const satisfies ProblemKind

export const tokenNotYetValid = {
  code: 'token_not_yet_valid',
  status: 401,
  title: 'The sign-in token is from the future.',
  remedy: 'Correct the clock of the server that signs (NTP). A difference of 60 seconds is tolerated.',
} as const satisfies ProblemKind

export const tokenExpired = {
  code: 'token_expired',
  status: 401,
  title: 'The sign-in token has expired.',
  remedy: 'Sign a new token at each sign-in. If this token is new, correct the clock of the server that signs (NTP).',
} as const satisfies ProblemKind

export const tokenTooOld = {
  code: 'token_too_old',
  status: 401,
  title: 'The sign-in token is older than 10 minutes.',
  remedy: 'Sign a new token at each sign-in.',
} as const satisfies ProblemKind

export const tokenClaimInvalid = {
  code: 'token_claim_invalid',
  status: 401,
  title: 'A claim of the sign-in token is missing, has the wrong type or is too long.',
  remedy:
    'Correct the claim that `detail` names. Leave out an optional claim that has no value instead of sending null.',
} as const satisfies ProblemKind

export const tokenNonceMismatch = {
  code: 'token_nonce_mismatch',
  status: 401,
  title: 'The sign-in token was not made for this visit of the board.',
  remedy: 'Set `nonce` to the `state` that the board sent to the sign-in URL, unchanged.',
} as const satisfies ProblemKind

export const tokenRejectedErased = {
  code: 'token_rejected_erased',
  status: 401,
  title: 'The sign-in token was issued before its user was erased, or up to 60 seconds after.',
  remedy:
    'If this person wants to be a user again, sign a new token at least a minute after the erasure. It makes a new user.',
} as const satisfies ProblemKind

export const tokenReplayed = {
  code: 'token_replayed',
  status: 401,
  title: 'The sign-in token was used before.',
  remedy:
    'Sign a new token with a new random `jti` for each sign-in. To repeat a request, use its Idempotency-Key again.',
} as const satisfies ProblemKind
