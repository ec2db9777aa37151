import type pg from 'pg'
import { isMisnamed, StartError } from './failures.ts'
import { newClient, type Reach } from './servers.ts'

const DIRECTLY = 'Point DATABASE_URL at PostgreSQL itself; the service pools its own connections.'
const THROUGH = 'Or set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to PostgreSQL itself.'
const REFUSED_SETTING = /unsupported startup parameter(?: in options)?: (\w+)/
/** PgBouncer's answer to `begin` with pool_mode = statement. */
const NO_TRANSACTIONS = /transaction blocks not allowed/

/** A pooler's answer to the settings that each connection of the service begins with. */
export function explainPooler(error: unknown, variable: string): string | undefined {
  const setting = error instanceof Error ? REFUSED_SETTING.exec(error.message)?.[1] : undefined
  if (setting === undefined) return undefined
  if (variable !== 'DATABASE_URL') return noPoolerThere(variable)
  return `DATABASE_URL leads to a connection pooler that does not accept the setting ${setting}. ${DIRECTLY} ${THROUGH}`
}

/**
 * Refuses a pooler that gives each transaction another connection, unless the operator named it: prepared statements and settings of a connection
 * would be lost, or affect other clients.
 */
export async function refuseTransactionPooler(connection: Reach, variable: string): Promise<void> {
  if (!(await givesEachTransactionAnother(connection))) return
  if (variable !== 'DATABASE_URL') throw new StartError(noPoolerThere(variable))
  throw new StartError(
    `DATABASE_URL leads to a connection pooler that gives each transaction another connection (PgBouncer calls it pool_mode = transaction). ${DIRECTLY} ${THROUGH} Or set pool_mode = session.`,
  )
}

function noPoolerThere(variable: string): string {
  const needs = variable === 'DATABASE_READ_URL' ? 'prepared statements' : 'migrations, exports and LISTEN'
  return `${variable} leads to a connection pooler. Set it to the address of PostgreSQL itself: ${needs} need a connection for themselves.`
}

/** Checks that transactions work through the pooler, and that it leads to the same database as the direct way. */
export async function refuseUnfitPooler(pooled: Reach, direct: Reach): Promise<void> {
  const through = await placeOf(pooled).catch((error) => {
    const unfit = explainPooled(error)
    throw unfit === undefined ? error : new StartError(unfit)
  })
  if (through === (await placeOf(direct))) return
  throw new StartError(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Let both lead to the same one: the first through the pooler, the second to PostgreSQL itself.',
  )
}

const PROBE = 'svc probe'
const PROBES = 5

/**
 * Whether the pooler keeps named statements for each of its clients, as PgBouncer does from 1.21 on with max_prepared_statements above 0. Two clients
 * give the same name to different statements. Only a pooler that keeps them apart lets both do so on the same connection of the server, or lets one
 * run its statement on a connection on which it has not prepared it. What happens on different connections by chance shows neither, and is tried again.
 */
export async function keepsStatements(pooled: Reach): Promise<boolean> {
  for (let turn = 0; turn < PROBES; turn += 1) {
    const clients = [clientOn(pooled), clientOn(pooled)] as const
    try {
      await Promise.all(clients.map((client) => client.connect()))
      const [one, other] = [await runProbe(clients[0], 1), await runProbe(clients[1], 2)]
      const again = await runProbe(clients[0], 1)
      if ([one.n, other.n, again.n].join() !== '1,2,1') return false
      if (one.pid === other.pid || one.pid !== again.pid) return true
    } catch (error) {
      if (isMisnamed(error)) return false
      throw error
    } finally {
      await Promise.all(clients.map((client) => client.end().catch(() => {})))
    }
  }
  return false
}

async function runProbe(client: pg.Client, n: number): Promise<{ readonly pid: number; readonly n: number }> {
  const { rows } = await client.query({ name: PROBE, text: `select pg_backend_pid() as pid, ${n} as n` })
  return rows[0]
}

/** Which database of which running server it is. */
async function placeOf(connection: Reach): Promise<string> {
  const client = clientOn(connection)
  try {
    await client.connect()
    await client.query('begin')
    const { rows } = await client.query(
      `select concat_ws(' ', oid, datname, pg_postmaster_start_time()) as place from pg_database where datname = current_database()`,
    )
    await client.query('commit')
    return rows[0].place
  } finally {
    await client.end().catch(() => {})
  }
}

/** Undefined: it is not for the pooler to change. */
function explainPooled(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : String(error)
  if (NO_TRANSACTIONS.test(message)) {
    return 'DATABASE_URL leads to a pooler that allows no transactions (PgBouncer calls it pool_mode = statement). Set pool_mode = transaction for this database.'
  }
  const setting = REFUSED_SETTING.exec(message)?.[1]
  return (
    setting &&
    `The pooler of DATABASE_URL does not accept the setting ${setting}, which the URL contains. Remove it from there.`
  )
}

/**
 * Two clients connected at once detect it: either both get the same server process, or the first one gets another process while the second one is in
 * a transaction.
 */
async function givesEachTransactionAnother(connection: Reach): Promise<boolean> {
  const first = clientOn(connection)
  const second = clientOn(connection)
  try {
    await Promise.all([first.connect(), second.connect()])
    const before = await processOf(first)
    await second.query('begin')
    const other = await processOf(second)
    const isMoved = other === before || (await processOf(first)) !== before
    await second.query('rollback')
    return isMoved
  } finally {
    await Promise.all([first.end(), second.end()].map((ended) => ended.catch(() => {})))
  }
}

function clientOn(connection: Reach): pg.Client {
  const client = newClient({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  client.on('error', () => {}) // the current statement fails with it
  return client
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid
}
