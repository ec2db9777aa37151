import type { ProblemKind } from '../problems/index.ts'

export const idempotencyKeyRequired = {
  code: 'idempotency_key_required',
  status: 400,
  title: 'A POST from an app needs the header Idempotency-Key.',
  remedy: 'Send a new UUID with each new request, and the same one when you repeat it.',
} as const satisfies ProblemKind

export const idempotencyKeyInvalid = {
  code: 'idempotency_key_invalid',
  status: 400,
  title: 'The header Idempotency-Key is not valid.',
  remedy: 'Send it once, with 1 to 255 printable ASCII characters.',
} as const satisfies ProblemKind

export const idempotencyInProgress = {
  code: 'idempotency_in_progress',
  status: 409,
  title: 'The first request with this Idempotency-Key is still running.',
  remedy: 'Wait as long as Retry-After says, then send the same request again. It gets the answer to the first one.',
} as const satisfies ProblemKind

export const idempotencyKeyReused = {
  code: 'idempotency_key_reused',
  status: 422,
  title: 'This Idempotency-Key was used for another request.',
  remedy: 'Use a new key for each new request; repeat a key only with the same method, path and body.',
} as const satisfies ProblemKind
