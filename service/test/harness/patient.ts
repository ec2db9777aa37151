/**
 * Of a connection on a machine that is busy with other things: no limit of these decides a test. An idle one is kept, because PostgreSQL plans
 * every statement anew on a new one.
 */
export const PATIENT = {
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: 120_000,
  query_timeout: 120_000,
  statement_timeout: 120_000,
  idle_in_transaction_session_timeout: 120_000,
} as const
