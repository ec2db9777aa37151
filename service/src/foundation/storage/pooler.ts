import pg from 'pg'
import { StartError } from './failures.ts'

const DIRECTLY = 'Point DATABASE_URL at PostgreSQL itself; the service pools its own connections.'
const REFUSED_SETTING = /unsupported startup parameter(?: in options)?: (\w+)/

/** A pooler's answer to the settings that each connection of the service begins with. */
export function explainPooler(error: unknown): string | undefined {
  const setting = error instanceof Error ? REFUSED_SETTING.exec(error.message)?.[1] : undefined
  if (setting === undefined) return undefined
  return `DATABASE_URL leads to a connection pooler that does not accept the setting ${setting}. ${DIRECTLY}`
}

/**
 * Refuses a pooler that gives each transaction another connection: prepared statements and settings of a connection would be lost, or
 * affect other clients. Two clients connected at once detect it: either both get the same server process, or the first one gets
 * another process while the second one is in a transaction.
 */
export async function refuseTransactionPooler(connection: pg.ClientConfig): Promise<void> {
  const first = clientOn(connection)
  const second = clientOn(connection)
  try {
    await Promise.all([first.connect(), second.connect()])
    const before = await processOf(first)
    await second.query('begin')
    const other = await processOf(second)
    const isMoved = other === before || (await processOf(first)) !== before
    await second.query('rollback')
    if (!isMoved) return
  } finally {
    await Promise.all([first.end(), second.end()].map((ended) => ended.catch(() => {})))
  }
  throw new StartError(
    `DATABASE_URL leads to a connection pooler that gives each transaction another connection (PgBouncer calls it pool_mode = transaction). ${DIRECTLY} Or set pool_mode = session.`,
  )
}

function clientOn(connection: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  client.on('error', () => {}) // the current statement fails with it
  return client
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid
}
