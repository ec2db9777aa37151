import pg from 'pg'
import { StartError } from '../failures.ts'
import { type Cluster, isAlive } from './cluster.ts'

/** Locks that last as long as a connection: however a process ends, the server releases them. */
const TENANTS = 7_310_562_015
const SERVICE = 7_310_562_016
const GRACE_MS = 5_000

export type Role = 'service' | 'command'

/** Takes the locks: all processes share the tenants' lock, and only one service has the service's lock. */
export async function moveIn(cluster: Cluster, role: Role): Promise<pg.Client> {
  const client = new pg.Client({
    ...cluster.connection,
    application_name: `svc ${role} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // 'end' follows, and its listener handles it
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock_shared(${TENANTS})`)
    if (role === 'service') await takeServiceLock(client, cluster)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Releases the locks. Returns true if this process then gets the tenants' lock exclusively: it was the last, and the server may stop. */
export async function moveOut(client: pg.Client): Promise<boolean> {
  await client.query(`select pg_advisory_unlock_shared(${TENANTS})`)
  const { rows } = await client.query(`select pg_try_advisory_lock(${TENANTS}) as last`)
  return rows[0].last === true
}

async function takeServiceLock(client: pg.Client, cluster: Cluster): Promise<void> {
  const until = performance.now() + GRACE_MS
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${SERVICE}) as ours`)
    if (rows[0].ours === true) return
    const holder = await serviceHolder(client)
    // The server needs a moment to notice that a service was killed.
    if (holder !== undefined && (isAlive(holder) || performance.now() > until)) {
      throw new StartError(
        `The data directory ${cluster.dataDir} is in use by process ${holder}, another running service. Stop that process, or set DATA_DIR to another directory.`,
      )
    }
    await new Promise((wake) => setTimeout(wake, 20))
  }
}

async function serviceHolder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.mode = 'ExclusiveLock' and ((l.classid::bigint << 32) | l.objid::bigint) = ${SERVICE}`,
  )
  const pid = Number(String(rows[0]?.name ?? '').match(/^svc service (\d+)$/)?.[1] ?? 0)
  return pid || undefined
}
