import { NoAddress, NotPublic } from './guard.ts'

/** Why there was no answer. */
export const FAILURES = [
  'not_allowed',
  'name_not_found',
  'dns_failed',
  'refused',
  'unreachable',
  'tls',
  'timeout',
  'closed',
  'bad_answer',
] as const
export type Failure = (typeof FAILURES)[number]

/** Thrown where the answer did not come in time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

/** What the HTTP client calls its errors about what it read. */
const BAD_ANSWERS = new Set(['HTTPParserError', 'HeadersOverflowError', 'ResponseContentLengthMismatchError'])

const CODES: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
}

export function failureOf(error: unknown): Failure {
  if (error instanceof NotPublic) return 'not_allowed'
  if (error instanceof NoAddress) return error.kind === 'none' ? 'name_not_found' : 'dns_failed'
  if (error instanceof TimedOut) return 'timeout'
  if (error instanceof Error && BAD_ANSWERS.has(error.name)) return 'bad_answer'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code)) return 'tls'
  return CODES[code] ?? 'closed'
}
