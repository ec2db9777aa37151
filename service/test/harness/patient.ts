/** Of a connection on a machine that is busy with other things: no limit of these decides a test. */
export const PATIENT = {
  connectionTimeoutMillis: 120_000,
  query_timeout: 120_000,
  statement_timeout: 120_000,
  idle_in_transaction_session_timeout: 120_000,
} as const
