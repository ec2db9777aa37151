import { Problem, unavailable } from '../problems/index.ts'

/** The service cannot start, and the person who started it can correct the cause. Shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The code of a write that met a server or a connection that takes none. */
export const READ_ONLY = '25006'
/** Of several servers none takes writes. */
export const NO_PRIMARY = 'ENOPRIMARY'
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  NO_PRIMARY,
])
/**
 * Connection exceptions, shutdown or start in progress, a connection that idled too long, too many connections, a full disk or memory,
 * files that cannot be read or written, and a server that takes no writes: a standby or a read-only one.
 */
const SERVER = /^(?:08...|57P0[1-5]|25P0[34]|53...|58...|25006)$/
/** The server refuses our login: a mistake at the start, but an outage for a service that was connected before. */
const TURNED_AWAY = /^(?:28...|3D000|55000)$/
/** Rolled back because two transactions waited for each other, or one waited too long: the client may repeat the request at once. */
const UNDONE = /^(?:40001|40P01|55P03|57014)$/
const DRIVER =
  /timeout: no answer|connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout|not queryable|connection ended/i

/** Whether a prepared statement does not fit its tables any more, because a migration changed them. It did nothing. */
export function isStale(error: unknown): boolean {
  return codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')
}

/** A name that the server does not know, or knows already; PgBouncer has a code of its own for the latter. */
const NAMES = /^(?:26000|42P05|08P01)$/

/** Whether a pooler did not keep the name of a prepared statement, or mixed it up. The statement did nothing. */
export function isMisnamed(error: unknown): boolean {
  return NAMES.test(codeOf(error) ?? '') && error instanceof Error && error.message.includes('prepared statement')
}

/** Whether the database is out of reach, as opposed to having refused a statement. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isOutOfReach)
  const code = codeOf(error)
  return (code !== undefined && (NETWORK.has(code) || SERVER.test(code))) || DRIVER.test(error.message)
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Whether the same work may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Problem) return error.kind === unavailable
  const code = codeOf(error) ?? ''
  return isOutOfReach(error) || isStale(error) || isMisnamed(error) || TURNED_AWAY.test(code) || UNDONE.test(code)
}

/** Callers learn that they may try again; the cause goes to the log. */
export function asProblem(error: unknown): unknown {
  return error instanceof Problem || !isPassing(error) ? error : asUnavailable(error)
}

export function asUnavailable(reason: unknown): Problem {
  return new Problem(unavailable, { reason, headers: { 'retry-after': '1' } })
}

/** The name of the unique constraint that a statement violated. Constraints are named after their rule. */
export function violatedRule(error: unknown): string | undefined {
  const name = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  return codeOf(error) === '23505' && typeof name === 'string' ? name : undefined
}
