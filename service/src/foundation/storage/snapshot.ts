import type pg from 'pg'
import { Problem, unavailable } from '../problems/index.ts'
import { asProblem } from './failures.ts'
import { newClient, type Reach } from './servers.ts'
import { type Sql, sqlOn } from './sql.ts'
import { Statement, types } from './statement.ts'

/** A reader that takes longer is given up: as long as a snapshot is open, PostgreSQL removes no row that it could still see. */
const LONGEST_MS = 6 * 60 * 60 * 1000

export interface SnapshotOptions {
  /** How long it may stay open, where that is less than six hours. */
  readonly longestMs?: number
  /** It only holds locks, and PostgreSQL need not keep any rows for it. */
  readonly isForLocks?: boolean
}

/** Of one process at the same time: each has a connection, and a server has few. One that only holds locks belongs to one that reads, and does not count. */
const MOST_OPEN = 4
let open = 0

/** The whole database as it was at one moment, however long it is read. */
export interface Snapshot {
  readonly sql: Sql
  /** For statements that are no templates, such as COPY. */
  readonly client: pg.Client
  close(): Promise<void>
}

/** Has a connection of its own, so that it takes none from requests and has none of their time limits. Nothing can be written through it. */
export async function openSnapshot(
  connection: Reach,
  { longestMs = LONGEST_MS, isForLocks = false }: SnapshotOptions = {},
): Promise<Snapshot> {
  const counts = isForLocks ? 0 : 1
  if (open + counts > MOST_OPEN) throw new Problem(unavailable, { headers: { 'retry-after': '60' } })
  open += counts
  const client = newClient({ application_name: 'svc snapshot', keepAlive: true, ...connection, types })
  client.on('error', () => {}) // the current statement fails with it
  let limit: NodeJS.Timeout | undefined
  let isOpen = true
  const close = async () => {
    clearTimeout(limit)
    if (isOpen) open -= counts
    isOpen = false
    await client.end().catch(() => {})
  }
  try {
    await client.connect()
    // Times are written as UTC and numbers to their last digit, whatever the server's settings are.
    await client.query(`
      begin isolation level ${isForLocks ? 'read committed' : 'repeatable read'} read only;
      set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 1; set local bytea_output = 'hex'`)
  } catch (error) {
    await close()
    throw asProblem(error)
  }
  let isLate = false
  limit = setTimeout(() => {
    isLate = true
    void close()
  }, longestMs)
  limit.unref()
  const run = sqlOn((prepared, values) =>
    new Statement(prepared, values, prepared.name).runOn(client).catch((error) => {
      throw isLate
        ? new Problem(unavailable, { reason: new Error(`A snapshot was given up after ${longestMs} ms.`) })
        : asProblem(error)
    }),
  )
  return { sql: run, client, close }
}
