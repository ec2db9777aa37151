import type pg from 'pg'
import type { Objects } from '../objects/index.ts'
import { Problem } from '../problems/index.ts'
import { type Clock, databaseClock } from './clock.ts'
import { asProblem, codeOf, isMisnamed, isStale, READ_ONLY } from './failures.ts'
import {
  linesOf,
  MOST_CONNECTIONS,
  OF_SESSION,
  openLines,
  openPool,
  refuseCrowd,
  runOnPool,
  SETTINGS,
  WAIT_MS,
  watchCrowd,
} from './pool.ts'
import { openPooledNames } from './pooled-names.ts'
import { openReplicas, type Replicas, type TellReplica } from './replicas.ts'
import { leaveSilentServer, type Reach } from './servers.ts'
import { type Kind, openShares } from './shares.ts'
import { openSnapshot, type Snapshot, type SnapshotOptions } from './snapshot.ts'
import { type Prepared, type Run, type Sql, sqlOn } from './sql.ts'
import { PooledStatement, Statement } from './statement.ts'
import { NO_NAMES, openNames, type StatementNames } from './statement-names.ts'
import { within } from './within.ts'

const CLOSE_WITHIN_MS = 3_000
const BEGIN = { name: 'begin', text: 'begin' }
/** The code of every statement after the failed one. */
const FAILED_BEFORE = '25P02'

/** Through a pooler a setting counts in its transaction. */
const BEGIN_POOLED = [
  'begin',
  ...Object.entries(SETTINGS).map(([name, value]) => `${name} = ${value}`),
  ...OF_SESSION,
].join('; set local ')

const begin = (client: pg.ClientBase) => new Statement(BEGIN, [], BEGIN.name).runOn(client)
const beginPooled = (client: pg.ClientBase) => client.query(BEGIN_POOLED)

export interface Database {
  readonly sql: Sql
  /** The database's clock, so that all processes apply rules about time alike. */
  readonly clock: Clock
  /** For libraries that bring their own statements. */
  readonly pool: pg.Pool
  /** How many statements and transactions wait for a connection. */
  waiting(): number
  /** Others wait for a connection, and the server answers them. */
  isCrowded(): boolean
  /** The same database for what one owner asks, such as a project, who takes no more connections than is fair to others. */
  shareOf(owner: string): Pick<Database, 'sql' | 'transaction'>
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** For reading more than a request may take time for. */
  openSnapshot(options?: SnapshotOptions): Promise<Snapshot>
  /** The servers that follow this one, for what may be read a moment old. Absent: there are none. */
  readonly replicas?: Replicas | undefined
  /** The object storage for large bytes. Absent: they are kept in the database. */
  readonly objects?: Objects | undefined
  close(): Promise<void>
}

export interface ConnectOptions {
  readonly connection: Reach
  readonly onLostConnection: (error: Error) => void
  readonly onReplica?: TellReplica | undefined
}

/** What all transactions of a database have in common. */
interface Ways {
  readonly pool: pg.Pool
  readonly names: StatementNames
  readonly begin: (client: pg.ClientBase) => Promise<unknown>
  /** What a statement with a name is. */
  readonly Named: typeof PooledStatement | typeof Statement
}

export async function connect({ connection, onLostConnection, onReplica }: ConnectOptions): Promise<Database> {
  const { max = MOST_CONNECTIONS, pooled, replicas: followers = [], ...direct } = connection
  const lines = pooled ? 0 : linesOf(max) // look-ups need settings of their connection
  const pool = openPool(
    { ...(pooled ?? { ...SETTINGS, ...direct }), max: max - lines },
    pooled ? [] : OF_SESSION, // through a pooler a setting would reach others
  )
  pool.on('error', onLostConnection)
  const isCrowded = watchCrowd(pool)
  const clock = await databaseClock(pool)
  const names = pooled ? namesThrough(pooled, pool) : openNames(pool, () => leaveSilentServer(direct))
  const ways: Ways = pooled
    ? { pool, names, begin: beginPooled, Named: PooledStatement }
    : { pool, names, begin, Named: Statement }
  const onPool: Run = pooled
    ? (prepared, values) => inTransaction(ways, prepared, values)
    : (prepared, values) => runOnPool(ways, prepared, values)
  const lookUps = openLines({ connection: direct, names, lines, overPool: onPool, onFailure: onLostConnection })
  const run: Run = (prepared, values, kind) =>
    (kind === 'look-up' ? lookUps.run : onPool)(prepared, values, kind).catch(rethrow)
  const primary = { sql: sqlOn(run), run, transaction: <Result>(work: Work<Result>) => transaction(ways, work) }
  const shares = openShares({ most: max - lines, waitMs: direct.connectionTimeoutMillis ?? WAIT_MS })
  const inShare = async <Result>(owner: string, kind: Kind, work: () => Promise<Result>): Promise<Result> => {
    refuseCrowd(pool, shares.waiting())
    return shares.run(owner, kind, work)
  }
  const replicas =
    followers.length === 0 ? undefined : openReplicas({ primary, followers, max, names, onChange: onReplica })
  return {
    sql: primary.sql,
    clock,
    pool,
    waiting: () => pool.waitingCount + shares.waiting(),
    isCrowded,
    shareOf: (owner) => ({
      sql: sqlOn((prepared, values, kind) =>
        kind === 'look-up'
          ? run(prepared, values, kind)
          : inShare(owner, kind, () => onPool(prepared, values, kind)).catch(rethrow),
      ),
      transaction: (work) => inShare(owner, 'transaction', () => primary.transaction(work)).catch(rethrow),
    }),
    transaction: primary.transaction,
    openSnapshot: (options) => openSnapshot(direct, options),
    replicas,
    close: async () => {
      clock.stop()
      names.stop()
      const closed = [pool.end(), lookUps.close(), replicas?.close()]
      await within(CLOSE_WITHIN_MS, Promise.all(closed)).catch(() => {}) // a server that does not answer must not delay a stop
    },
  }
}

function namesThrough({ keepsStatements }: Reach, pool: pg.Pool): StatementNames {
  return keepsStatements ? openPooledNames(pool) : NO_NAMES
}

/** Through a pooler each statement is a transaction. */
async function inTransaction(ways: Ways, prepared: Prepared, values: unknown[]): Promise<unknown[]> {
  const once = () => transaction(ways, (_, run) => run(prepared, values, 'statement'))
  try {
    return await once()
  } catch (error) {
    const cause = error instanceof Problem ? error.cause : error
    if (!isStale(cause) && !isMisnamed(cause)) throw error
    return once() // under another name, or without one
  }
}

type Work<Result> = (sql: Sql, run: Run) => Promise<Result>

async function transaction<Result>({ pool, names, begin, Named }: Ways, work: Work<Result>): Promise<Result> {
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
    const run: Run = (prepared, values) => {
      const name = names.of(prepared)
      const statement =
        name === undefined ? new Statement(prepared, values, undefined) : new Named(prepared, values, name)
      return statement.runOn(client).catch((error) => {
        if (codeOf(error) !== FAILED_BEFORE) failure = error
        if (isStale(error)) names.renew()
        if (isMisnamed(error)) names.giveUp()
        if (statement instanceof PooledStatement && statement.isHalfKnown) broken = true
        if (codeOf(error) === READ_ONLY) broken = true // the address may lead to another server by now, but this connection does not
        throw error
      })
    }
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
