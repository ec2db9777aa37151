import pg from 'pg'
import type { Objects } from '../objects/index.ts'
import { type Clock, databaseClock } from './clock.ts'
import { asProblem, asUnavailable, codeOf, isStale } from './failures.ts'
import { openLookUps } from './look-ups.ts'
import { SERVING } from './migrations.ts'
import { clientFor, leaveSilentServer, type Reach } from './servers.ts'
import { openSnapshot, type Snapshot, type SnapshotOptions } from './snapshot.ts'
import { type Prepared, type Run, type Sql, sqlOn } from './sql.ts'
import { Statement, types } from './statement.ts'
import { NO_NAMES, openNames, type StatementNames } from './statement-names.ts'
import { within } from './within.ts'

const CLOSE_WITHIN_MS = 3_000
const BEGIN = { name: 'begin', text: 'begin' }
/** The code of every statement after the failed one. */
const FAILED_BEFORE = '25P02'
/** A write met a server that takes none. The address may lead to another one by now, but this connection does not. */
const READ_ONLY = '25006'

/** Of one process, unless `max` of the connection says less. */
export const MOST_CONNECTIONS = 12
/** So many of them are shared by look-ups, if there are enough; the others are the pool. */
const LINES = 2

/**
 * So many statements and transactions may wait for a connection of the pool; it is about what a busy process answers in a second. Whoever comes later
 * is told at once to try again, rather than after the three seconds for which the others wait, and takes no memory meanwhile.
 */
export const MOST_QUEUED = 2_000

/** Settings of each connection. */
export const SETTINGS = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
} as const satisfies pg.PoolConfig
/** A word of four letters with one wrong letter has a similarity below the usual 0.3. */
const SIMILARITY = 'pg_trgm.similarity_threshold = 0.2'
/** Through a pooler a setting counts in its transaction. */
const BEGIN_POOLED = [
  'begin',
  ...Object.entries(SETTINGS).map(([name, value]) => `${name} = ${value}`),
  SIMILARITY,
].join('; set local ')

const begin = (client: pg.ClientBase) => new Statement(BEGIN, [], BEGIN.name).runOn(client)
const beginPooled = (client: pg.ClientBase) => client.query(BEGIN_POOLED)

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
  readonly connection: Reach
  readonly onLostConnection: (error: Error) => void
}

/** What all transactions of a database have in common. */
interface Ways {
  readonly pool: pg.Pool
  readonly names: StatementNames
  readonly begin: (client: pg.ClientBase) => Promise<unknown>
}

export async function connect({ connection, onLostConnection }: ConnectOptions): Promise<Database> {
  const { max = MOST_CONNECTIONS, pooled, ...direct } = connection
  const lines = pooled ? 0 : Math.min(LINES, Math.floor(max / 4)) // look-ups need settings of their connection
  const pool = openPool({ ...(pooled ?? { ...SETTINGS, ...direct }), max: max - lines }, pooled !== undefined)
  pool.on('error', onLostConnection)
  const clock = await databaseClock(pool)
  const names = pooled ? NO_NAMES : openNames(pool, () => leaveSilentServer(direct))
  const ways: Ways = { pool, names, begin: pooled ? beginPooled : begin }
  const onPool: Run = pooled
    ? (prepared, values) => transaction(ways, (_, run) => run(prepared, values, false))
    : (prepared, values) => runOnPool(ways, prepared, values)
  const lookUps = openLookUps({
    connection: {
      application_name: 'svc look-ups',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      ...SETTINGS,
      ...direct,
      types,
    },
    names,
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
    transaction: (work) => transaction(ways, work),
    openSnapshot: (options) => openSnapshot(direct, options),
    close: async () => {
      clock.stop()
      names.stop()
      await within(CLOSE_WITHIN_MS, Promise.all([pool.end(), lookUps.close()])).catch(() => {}) // a server that does not answer must not delay a stop
    },
  }
}

function openPool(connection: Reach, isPooled: boolean): pg.Pool {
  const pool = new pg.Pool({
    application_name: SERVING,
    connectionTimeoutMillis: 3_000,
    query_timeout: 15_000,
    keepAlive: true,
    pipeline: true, // statements that do not wait for each other are sent together
    ...connection,
    types,
    Client: clientFor(connection),
  })
  // The pool stops listening a moment before a client is ours; a connection lost in between would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (!isPooled) client.query(`set ${SIMILARITY}`).catch(() => {}) // if the connection breaks here, the next statement fails too
  })
  return pool
}

function refuseCrowd({ waitingCount }: pg.Pool): void {
  if (waitingCount >= MOST_QUEUED) throw asUnavailable(new Error(`${waitingCount} others wait for a connection`))
}

async function runOnPool({ pool, names }: Ways, prepared: Prepared, values: unknown[]): Promise<unknown[]> {
  refuseCrowd(pool)
  try {
    return await new Statement(prepared, values, names.of(prepared)).runOn(pool)
  } catch (error) {
    if (!isStale(error)) throw error
    names.renew()
    return new Statement(prepared, values, undefined).runOn(pool)
  }
}

async function transaction<Result>(
  { pool, names, begin }: Ways,
  work: (sql: Sql, run: Run) => Promise<Result>,
): Promise<Result> {
  refuseCrowd(pool)
  const client = await pool.connect().catch(rethrow)
  let broken = false
  // If the connection breaks, it emits an error here, and the current statement fails too; without a listener the process would end.
  const onBreak = () => {
    broken = true
  }
  client.on('error', onBreak)
  try {
    begin(client).catch(() => {}) // sent with the first statement, which fails too if this does
    let failure: unknown
    const run: Run = (prepared, values) =>
      new Statement(prepared, values, names.of(prepared)).runOn(client).catch((error) => {
        if (codeOf(error) !== FAILED_BEFORE) failure = error
        if (isStale(error)) names.renew()
        if (codeOf(error) === READ_ONLY) broken = true
        throw error
      })
    const result = await work(sqlOn(run), run)
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
