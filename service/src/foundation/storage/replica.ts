import type pg from 'pg'
import { Problem } from '../problems/index.ts'
import { linesOf, OF_SESSION, openLines, openPool, runOnPool, SETTINGS, watchCrowd } from './pool.ts'
import { refuseTransactionPooler } from './pooler.ts'
import { connectionOf, newClient, type Reach } from './servers.ts'
import { openSnapshot, type Snapshot, type SnapshotOptions } from './snapshot.ts'
import type { Run } from './sql.ts'
import type { StatementNames } from './statement-names.ts'
import { within } from './within.ts'

/** For the primary, too. */
export const ANSWER_WITHIN_MS = 2_000
const NO_CONNECTION = /timeout exceeded when trying to connect/

/** What a server says about itself. */
export interface Said {
  /** It follows a primary, and takes no writes. */
  readonly isReplica: boolean
  /** Which database of which server and its copies. */
  readonly database: string
  /** Which history it follows: each promotion begins another one. */
  readonly timeline: number
  /** How many bytes of the write-ahead log it has applied. */
  readonly position: number
  /** Long reads are never cancelled: what the primary removed waits until nobody reads it any more. */
  readonly isPatient: boolean
}

/**
 * A server notes its timeline when it saves its state, which is a while after it began to follow it. Until then it counts as one that follows another
 * primary.
 */
const ASK = `
  select pg_is_in_recovery() as "isReplica", s.system_identifier || ' ' || current_database() as database,
    greatest(c.timeline_id, r.min_recovery_end_timeline) as timeline,
    pg_wal_lsn_diff(coalesce(pg_last_wal_replay_lsn(), '0/0'), '0/0')::float8 as position,
    current_setting('max_standby_streaming_delay') = '-1' as "isPatient"
  from pg_control_system() s, pg_control_checkpoint() c, pg_control_recovery() r`

export interface Replica {
  readonly name: string
  readonly run: Run
  /** Whether a statement failed only because too many others wait here. */
  isOfCrowd(error: unknown): boolean
  ask(): Promise<Said>
  /** Ends all connections at once: what waits for an answer fails. */
  cut(): void
  openSnapshot(options?: SnapshotOptions): Promise<Snapshot>
  close(): Promise<void>
}

interface ReplicaOptions {
  readonly reach: Reach
  readonly max: number
  readonly names: StatementNames
  readonly onLost: () => void
}

/** One server that follows the primary. Nothing can be written through it, even if it becomes a primary. */
export function openReplica({ reach, max, names, onLost }: ReplicaOptions): Replica {
  const lines = linesOf(max)
  const pool = openPool({ ...SETTINGS, ...reach, max: max - lines }, [
    'default_transaction_read_only = on',
    ...OF_SESSION,
  ])
  const isCrowded = watchCrowd(pool)
  const open = new Set<pg.PoolClient>()
  pool.on('error', onLost)
  pool.on('connect', (client) => void open.add(client))
  pool.on('remove', (client) => void open.delete(client))
  const onPool: Run = (prepared, values) => runOnPool({ pool, names }, prepared, values)
  const lookUps = openLines({ connection: reach, names, lines, overPool: onPool, onFailure: onLost })
  let asking: Promise<pg.Client> | undefined

  async function ask(): Promise<Said> {
    asking ??= enter(reach)
    const used = asking
    try {
      return await within(
        ANSWER_WITHIN_MS,
        used.then(async (client) => (await client.query(ASK)).rows[0]),
      )
    } catch (error) {
      if (asking === used) asking = undefined
      used.then(end, () => {})
      throw error
    }
  }

  return {
    name: nameOf(reach),
    run: (prepared, values, kind) => (kind === 'look-up' ? lookUps.run : onPool)(prepared, values, kind),
    isOfCrowd: (error) =>
      error instanceof Problem || (error instanceof Error && NO_CONNECTION.test(error.message) && isCrowded()),
    ask,
    cut: () => {
      for (const client of open) connectionOf(client as unknown as pg.Client).stream.destroy() // those of a pool are such clients
    },
    openSnapshot: (options) => openSnapshot(reach, options),
    close: async () => {
      await Promise.all([pool.end(), lookUps.close(), asking?.then(end, () => {})])
    },
  }
}

async function enter(reach: Reach): Promise<pg.Client> {
  await refuseTransactionPooler(reach, 'DATABASE_READ_URL')
  const times = { connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS }
  const client = newClient({ application_name: 'svc replica check', keepAlive: true, ...SETTINGS, ...reach, ...times })
  client.on('error', () => {}) // the next question fails with it
  await client.connect()
  return client
}

function end(client: pg.Client): Promise<void> {
  return within(ANSWER_WITHIN_MS, client.end()).catch(() => connectionOf(client).stream.destroy()) as Promise<void> // nobody reads what either returns
}

function nameOf(reach: Reach): string {
  const { host, port } = newClient(reach)
  return `${host}:${port}`
}
