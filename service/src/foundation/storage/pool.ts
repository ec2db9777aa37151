import pg from 'pg'
import { Problem } from '../problems/index.ts'
import { asUnavailable, isStale } from './failures.ts'
import { type LookUps, openLookUps } from './look-ups.ts'
import { SERVING } from './migrations.ts'
import { clientFor, type Reach } from './servers.ts'
import type { Prepared, Run } from './sql.ts'
import { Statement, types } from './statement.ts'
import type { StatementNames } from './statement-names.ts'

/** Of one process to one server, unless `max` of the connection says otherwise. */
export const MOST_CONNECTIONS = 12
/** So many of them are shared by look-ups, if there are enough; the others are the pool. */
const LINES = 2

/**
 * So many statements and transactions may wait for a connection of the pool; it is about what a busy process answers in a second. Whoever comes later
 * is told at once to try again, rather than after the three seconds for which the others wait, and takes no memory meanwhile.
 */
export const MOST_QUEUED = 2_000

/** Who has no connection after this time gets an error. */
export const WAIT_MS = 3_000

/**
 * A connection that nobody used for so long is closed. A new one costs PostgreSQL a process that learns the tables and plans each statement again, at the
 * very moment when there is much to do.
 */
const UNUSED_MS = 25_000

/** A server that answered nobody for so long may be out of reach. */
const ANSWERED_WITHIN_MS = 3_000

/** Settings of each connection. */
export const SETTINGS = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
} as const satisfies pg.PoolConfig
/** What each connection of a pool begins with. */
export const OF_SESSION = [
  'pg_trgm.similarity_threshold = 0.2', // a word of four letters with one wrong letter is below the usual 0.3
  'max_parallel_workers_per_gather = 0', // to start another process takes longer than most of our statements
] as const

/** How many connections of so many are for look-ups. */
export function linesOf(max: number): number {
  return Math.min(LINES, Math.floor(max / 4))
}

/** `settings`: what each connection begins with. */
export function openPool(connection: Reach, settings: readonly string[]): pg.Pool {
  const pool = new pg.Pool({
    application_name: SERVING,
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: 15_000,
    idleTimeoutMillis: UNUSED_MS,
    keepAlive: true,
    pipeline: true, // statements that do not wait for each other are sent together
    ...connection,
    types,
    Client: clientFor(connection),
  })
  const text = settings.map((setting) => `set ${setting}`).join('; ')
  // The pool stops listening a moment before a client is ours; a connection lost in between would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (text !== '') client.query(text).catch(() => {}) // if the connection breaks here, the next statement fails too
  })
  return pool
}

interface Lines {
  readonly connection: Reach
  readonly names: StatementNames
  readonly lines: number
  readonly overPool: Run
  readonly onFailure: (error: Error) => void
}

/** The connections that look-ups share. */
export function openLines({ connection, ...others }: Lines): LookUps {
  return openLookUps({
    connection: {
      application_name: 'svc look-ups',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      ...SETTINGS,
      ...connection,
      types,
    },
    ...others,
  })
}

/** Tells whether others wait for a connection and the server answers them. Whoever got no answer then learned nothing about the server. */
export function watchCrowd(pool: pg.Pool): () => boolean {
  let answeredAt = Number.NEGATIVE_INFINITY
  pool.on('release', (error) => {
    if (!error) answeredAt = performance.now()
  })
  return () => pool.waitingCount > 0 && performance.now() - answeredAt < ANSWERED_WITHIN_MS
}

/** There were too many before it, it got no connection of the pool in time, or `within` gave up. A server that is away says something else. */
const WAITED = /others wait for a connection|timeout exceeded when trying to connect|timeout: no answer/

/** Whether it failed only because it had to wait. */
export function hasOnlyWaited(error: unknown): boolean {
  const cause = error instanceof Problem ? error.cause : error
  return cause instanceof Error && WAITED.test(cause.message)
}

/** `others`: those who wait, but not in the pool itself. */
export function refuseCrowd({ waitingCount }: pg.Pool, others = 0): void {
  const all = waitingCount + others
  if (all >= MOST_QUEUED) throw asUnavailable(new Error(`${all} others wait for a connection`))
}

export async function runOnPool(
  { pool, names }: { readonly pool: pg.Pool; readonly names: StatementNames },
  prepared: Prepared,
  values: unknown[],
): Promise<unknown[]> {
  refuseCrowd(pool)
  try {
    return await new Statement(prepared, values, names.of(prepared)).runOn(pool)
  } catch (error) {
    if (!isStale(error)) throw error
    names.renew()
    return new Statement(prepared, values, undefined).runOn(pool)
  }
}
