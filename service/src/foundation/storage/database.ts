import pg from 'pg'
import type { Objects } from '../objects/index.ts'
import { type Clock, databaseClock } from './clock.ts'
import { asProblem, codeOf } from './failures.ts'
import { openLookUps } from './look-ups.ts'
import { openSnapshot, type Snapshot, type SnapshotOptions } from './snapshot.ts'
import { type Run, type Sql, sqlOn } from './sql.ts'
import { Statement, types } from './statement.ts'
import { within } from './within.ts'

const CLOSE_WITHIN_MS = 3_000
const BEGIN = { name: 'begin', text: 'begin' }
/** The code of every statement after the failed one. */
const FAILED_BEFORE = '25P02'

/** Of one process, unless `max` of the connection says less. */
export const MOST_CONNECTIONS = 12
/** So many of them are shared by look-ups, if there are enough; the others are the pool. */
const LINES = 2

/** Settings of each connection. */
export const SETTINGS = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
} as const satisfies pg.PoolConfig

export interface Database {
  readonly sql: Sql
  /** The database's clock, so that all processes apply rules about time alike. */
  readonly clock: Clock
  /** For libraries that bring their own statements. */
  readonly pool: pg.Pool
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** For reading more than a request may take time for. */
  openSnapshot(options?: SnapshotOptions): Promise<Snapshot>
  /** The object storage for large bytes. Absent: they are kept in the database. */
  readonly objects?: Objects | undefined
  close(): Promise<void>
}

export interface ConnectOptions {
  readonly connection: pg.PoolConfig
  readonly onLostConnection: (error: Error) => void
}

export async function connect({ connection, onLostConnection }: ConnectOptions): Promise<Database> {
  const { max = MOST_CONNECTIONS, ...server } = connection
  const lines = Math.min(LINES, Math.floor(max / 4))
  const pool = new pg.Pool({
    max: max - lines,
    application_name: 'svc',
    connectionTimeoutMillis: 3_000,
    ...SETTINGS,
    query_timeout: 15_000,
    keepAlive: true,
    pipeline: true, // statements that do not wait for each other are sent together
    ...server,
    types,
  })
  pool.on('error', onLostConnection)
  // The pool stops listening a moment before a client is ours; a connection lost in between would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // A word of four letters with one wrong letter has a similarity below the usual 0.3.
    client.query('set pg_trgm.similarity_threshold = 0.2').catch(() => {}) // if the connection breaks here, the next statement fails too
  })
  const clock = await databaseClock(pool)
  const onPool: Run = (prepared, values) => new Statement(prepared, values).runOn(pool)
  const lookUps = openLookUps({
    connection: {
      application_name: 'svc look-ups',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      ...SETTINGS,
      ...server,
      types,
    },
    lines,
    overPool: onPool,
    onFailure: onLostConnection,
  })
  return {
    sql: sqlOn((prepared, values, isLookUp) => {
      const run = isLookUp ? lookUps.run : onPool
      return run(prepared, values, isLookUp).catch(rethrow)
    }),
    clock,
    pool,
    transaction: (work) => transaction(pool, work),
    openSnapshot: (options) => openSnapshot(connection, options),
    close: async () => {
      clock.stop()
      await within(CLOSE_WITHIN_MS, Promise.all([pool.end(), lookUps.close()])).catch(() => {}) // a server that does not answer must not delay a stop
    },
  }
}

async function transaction<Result>(pool: pg.Pool, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = await pool.connect().catch(rethrow)
  let broken = false
  // If the connection breaks, it emits an error here, and the current statement fails too; without a listener the process would end.
  const onBreak = () => {
    broken = true
  }
  client.on('error', onBreak)
  try {
    new Statement(BEGIN, []).runOn(client).catch(() => {}) // sent with the first statement, which fails too if this does
    let failure: unknown
    const run: Run = (prepared, values) =>
      new Statement(prepared, values).runOn(client).catch((error) => {
        if (codeOf(error) !== FAILED_BEFORE) failure = error
        throw error
      })
    const result = await work(sqlOn(run))
    const { command } = await client.query('commit')
    // If a statement failed, the server answers a commit with ROLLBACK, without an error; the code may not have awaited that statement.
    if (command !== 'COMMIT') throw failure ?? new Error('A statement of the transaction failed unnoticed')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true // a connection that cannot roll back is not used again
    })
    throw asProblem(error)
  } finally {
    client.off('error', onBreak)
    client.release(broken)
  }
}

function rethrow(error: unknown): never {
  throw asProblem(error)
}
