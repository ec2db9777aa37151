import type pg from 'pg'
import { isOutOfReach, StartError } from '../failures.ts'
import { within } from '../within.ts'
import { type Cluster, type ClusterOptions, prepareCluster } from './cluster.ts'
import { lastComplaint, startServer, stopServer } from './server.ts'
import { moveIn, moveOut, type Role } from './tenancy.ts'

const START_WITHIN_MS = 60_000
/** A server that keeps ending at once has a problem that waiting does not solve. */
const MOST_ATTEMPTS = 60
const LEAVE_WITHIN_MS = 3_000

export interface Embedded {
  readonly connection: Cluster['connection']
  /** Disconnects; the last process to do so stops the server. */
  close(): Promise<void>
}

export interface EmbeddedOptions extends ClusterOptions {
  readonly role: Role
  readonly serverSettings?: Readonly<Record<string, string>>
  /** The service lost its directory to another one and must stop. */
  readonly onEvicted: (error: Error) => void
}

/** A PostgreSQL in `dataDir`: joins the running one or starts it, and restarts it if a service uses it. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const cluster = await prepareCluster(options)
  let closing = false
  const isClosing = () => closing

  /** The connection that holds this process's locks, or the attempt to get a new one after the server died. */
  let tenant: Promise<pg.Client | undefined> = enter(cluster, options, isClosing)
  const watch = (client: pg.Client | undefined) => {
    client?.once('end', () => {
      if (closing) return
      options.onProgress('The database stopped; starting it again')
      tenant = enter(cluster, options, isClosing)
      tenant.then(watch, options.onEvicted)
    })
  }
  const first = await tenant
  if (options.role === 'service') watch(first)

  return {
    connection: cluster.connection,
    close: async () => {
      closing = true
      const client = await tenant.catch(() => undefined)
      if (!client) return
      // If the server does not answer, the next process takes care of it; a stop must not wait for it.
      const last = await within(LEAVE_WITHIN_MS, moveOut(client)).catch(() => false)
      if (last) await stopServer(cluster)
      await within(LEAVE_WITHIN_MS, client.end()).catch(() => {})
    },
  }
}

/** Undefined if the service is closed while it waits; if it has started a server by then, it joins first. */
async function enter(
  cluster: Cluster,
  { role, serverSettings, onProgress }: EmbeddedOptions,
  isClosing: () => boolean,
): Promise<pg.Client | undefined> {
  const until = performance.now() + START_WITHIN_MS
  let server: { exited: Promise<void> } | undefined
  let attempts = 0
  for (let turn = 0; ; turn += 1) {
    try {
      return await moveIn(cluster, role)
    } catch (error) {
      if (!isOutOfReach(error)) throw error
      if (performance.now() > until || attempts > MOST_ATTEMPTS) throw await gaveUp(cluster)
      if (isClosing() && !server) return undefined
    }
    if (turn === 40) onProgress('Waiting for the database (it may be recovering from a crash)')
    // If the server ends at once, another one is starting, or the last sessions of an old one are still closing.
    if (!server) {
      attempts += 1
      server = await startServer(cluster, serverSettings)
    }
    const ended = await Promise.race([server.exited.then(() => true), pause(25)])
    if (ended) {
      server = undefined
      await pause(100)
    }
  }
}

async function gaveUp(cluster: Cluster): Promise<StartError> {
  return new StartError(
    `The embedded database did not start. ${cluster.logFile} ends with: ${await lastComplaint(cluster)}`,
  )
}

function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}
