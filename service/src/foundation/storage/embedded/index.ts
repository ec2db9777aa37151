import type pg from 'pg'
import { isOutOfReach, StartError } from '../failures.ts'
import { type Cluster, prepareCluster } from './cluster.ts'
import { startServer, stopServer } from './server.ts'
import { moveIn, moveOut, type Role } from './tenancy.ts'

const START_WITHIN_MS = 60_000

export interface Embedded {
  readonly connection: Cluster['connection']
  /** Leaves; the last one to leave ends the server. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly role: Role
  readonly onProgress: (text: string) => void
  /** The service lost its directory to another one and must stop. */
  readonly onEvicted: (error: Error) => void
}

/** A PostgreSQL in `dataDir`: joins the one that runs there, or starts it, and for a service keeps it running. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const cluster = await prepareCluster(options.dataDir, options.onProgress)
  let tenant = await enter(cluster, options)
  let closing = false

  const watch = () => {
    tenant.once('end', () => {
      if (!closing) comeBack().catch(options.onEvicted)
    })
  }
  const comeBack = async () => {
    options.onProgress('The database stopped; starting it again')
    tenant = await enter(cluster, options)
    watch()
  }
  if (options.role === 'service') watch()

  return {
    connection: cluster.connection,
    close: async () => {
      closing = true
      const last = await moveOut(tenant).catch(() => false)
      if (last) await stopServer(cluster)
      await tenant.end().catch(() => {})
    },
  }
}

async function enter(cluster: Cluster, { role, onProgress }: EmbeddedOptions): Promise<pg.Client> {
  const until = performance.now() + START_WITHIN_MS
  let server: { exited: Promise<void> } | undefined
  for (let turn = 0; ; turn += 1) {
    try {
      return await moveIn(cluster, role)
    } catch (error) {
      if (!isOutOfReach(error)) throw error
      if (performance.now() > until)
        throw new StartError(`The embedded database did not start; ${cluster.logFile} says why.`)
    }
    if (turn === 40) onProgress('Waiting for the database (it may be recovering from a crash)')
    // A server that ends at once met another one that is starting, or one whose last sessions are still leaving.
    server ??= await startServer(cluster)
    const ended = await Promise.race([server.exited.then(() => true), pause(25)])
    if (ended) {
      server = undefined
      await pause(100)
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}
