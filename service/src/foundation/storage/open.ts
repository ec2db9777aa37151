import { connect, type Database } from './database.ts'
import { openEmbedded } from './embedded/index.ts'
import { codeOf, isOutOfReach, NO_PRIMARY, StartError } from './failures.ts'
import { quoteName } from './migration-failures.ts'
import { migrate } from './migrations.ts'
import { SETTINGS } from './pool.ts'
import { explainPooler, keepsStatements, refuseTransactionPooler, refuseUnfitPooler } from './pooler.ts'
import type { TellReplica } from './replicas.ts'
import { newClient, type Reach, reachOf, urlsOf } from './servers.ts'

const WAIT_FOR_SERVER_MS = 30_000
/** Of a command. The limits of the service are for people who wait for a page; a command does its work late rather than not at all. */
const UNHURRIED = { connectionTimeoutMillis: WAIT_FOR_SERVER_MS, query_timeout: 45_000 } as const
const UNHURRIED_SETTINGS = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 45_000 } as const

export interface StorageOptions {
  /** Absent: an embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** The way to the same database through a pooler that gives each transaction another connection. */
  readonly pooledUrl?: string | undefined
  /** Servers that follow the one of `databaseUrl`. Only the service reads there. */
  readonly replicaUrls?: readonly string[]
  /** How many connections this process may open to a server at once. Absent: the usual number. */
  readonly connections?: number | undefined
  readonly dataDir: string
  /** The directory of the programs that made the embedded data, if they are not those of this build. */
  readonly programs?: string | undefined
  readonly migrations: string
  readonly role: 'service' | 'command'
  /** Of the embedded server, instead of ours. For tests, whose data need not outlive the machine. */
  readonly serverSettings?: Readonly<Record<string, string>>
  readonly onProgress: (text: string) => void
  readonly onMigration?: (name: string) => void
  readonly onLostConnection: (error: Error) => void
  readonly onEvicted: (error: Error) => void
  readonly onReplica?: TellReplica
}

export interface Storage extends Database {
  /** How another process reaches the same database. */
  readonly connection: Reach
  /** How many migrations this build knows, and so has applied. */
  readonly schemaVersion: number
}

export interface Server {
  readonly connection: Reach
  close(): Promise<void>
}

/** The only place that knows which server is used; for all other code there is just PostgreSQL. The database is left as it is. */
export function openServer(options: Omit<StorageOptions, 'migrations'>): Promise<Server> {
  return options.databaseUrl ? external(options.databaseUrl, options) : openEmbedded(options)
}

/** The database of the service, with the schema of this build. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const server = await openServer(options)
  try {
    const { version } = await migrate(server.connection, options.migrations, {
      onApply: (name) => {
        options.onProgress(`Applying migration ${name}`)
        options.onMigration?.(name)
      },
      onRetry: (name) => options.onProgress(`Other processes use the tables of migration ${name}; trying again`),
    })
    const replicas = options.role === 'service' ? (options.replicaUrls ?? []).map(reachOf) : []
    const { connections, onLostConnection, onReplica } = options
    const connection: Reach = {
      ...server.connection,
      ...(connections && { max: connections }),
      ...(replicas.length > 0 && { replicas }),
    }
    const pace = options.role === 'command' ? unhurried : (same: Reach) => same
    const database = await connect({ connection: pace(connection), onLostConnection, onReplica })
    return {
      ...database,
      connection,
      schemaVersion: version,
      close: async () => {
        await database.close()
        await server.close()
      },
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

/** A pooler refuses settings of a connection. */
function unhurried({ pooled, ...direct }: Reach): Reach {
  return { ...UNHURRIED_SETTINGS, ...UNHURRIED, ...direct, ...(pooled && { pooled: { ...UNHURRIED, ...pooled } }) }
}

/** For another process of the same service: the database is already open and migrated. */
export async function joinStorage(
  { connection, schemaVersion }: Pick<Storage, 'connection' | 'schemaVersion'>,
  onLostConnection: (error: Error) => void,
  onReplica?: TellReplica,
): Promise<Storage> {
  const database = await connect({ connection, onLostConnection, onReplica })
  return { ...database, connection, schemaVersion }
}

async function external(url: string, { pooledUrl, onProgress }: Omit<StorageOptions, 'migrations'>): Promise<Server> {
  const variable = pooledUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const direct = reachOf(url)
  const close = async () => {}
  await patiently({ url, variable, onProgress }, async () => {
    await tryConnection({ ...SETTINGS, ...direct })
    await refuseTransactionPooler(direct, variable)
  })
  if (pooledUrl === undefined) return { connection: direct, close }
  const pooled = reachOf(pooledUrl)
  const way = { url: pooledUrl, variable: 'DATABASE_URL', onProgress }
  await patiently(way, () => refuseUnfitPooler(pooled, direct))
  const keeps = await patiently(way, () => keepsStatements(pooled))
  return { connection: { ...direct, pooled: { ...pooled, keepsStatements: keeps } }, close }
}

async function tryConnection(connection: Reach): Promise<void> {
  const client = newClient({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect().finally(() => client.end().catch(() => {}))
}

interface Way {
  readonly url: string
  readonly variable: string
  readonly onProgress: (text: string) => void
}

/** Waits for a server that is being started. */
async function patiently<Found>({ url, variable, onProgress }: Way, check: () => Promise<Found>): Promise<Found> {
  const until = performance.now() + WAIT_FOR_SERVER_MS
  for (let turn = 0; ; turn += 1) {
    try {
      return await check()
    } catch (error) {
      if (error instanceof StartError) throw error
      const unfit = explainPooler(error, variable)
      if (unfit) throw new StartError(unfit)
      if (!isOutOfReach(error) || performance.now() > until)
        throw new StartError(explain(url, error).replaceAll('DATABASE_URL', variable))
      if (turn === 0) onProgress(`Waiting for PostgreSQL at ${place(url)}`)
      await new Promise((wake) => setTimeout(wake, 500))
    }
  }
}

function explain(url: string, error: unknown): string {
  const { username, pathname } = new URL(urlsOf(url)[0] ?? url)
  const user = decodeURIComponent(username)
  switch (codeOf(error)) {
    case '28P01':
      return `PostgreSQL at ${place(url)} refused the password of user "${user}". Correct DATABASE_URL.`
    case '28000':
      return `PostgreSQL at ${place(url)} does not let user "${user}" in. Correct DATABASE_URL, or the server's pg_hba.conf.`
    case '42501': {
      const [database, name] = [quoteName(decodeURIComponent(pathname.slice(1))), quoteName(user)]
      return `The user ${name} of DATABASE_URL may not connect to the database ${database}: the right CONNECT on it is missing. Grant it as the owner of the database: grant connect on database ${database} to ${name};`
    }
    case '3D000':
      return `PostgreSQL at ${place(url)} has no database "${pathname.slice(1)}". Create it, or correct DATABASE_URL.`
    case NO_PRIMARY:
      return `Of the servers of DATABASE_URL, ${place(url)}, none takes writes. ${error instanceof Error ? error.message : ''}. Start the primary, or correct DATABASE_URL.`
    default:
      return `PostgreSQL at ${place(url)} cannot be reached (${codeOf(error) ?? (error instanceof Error ? error.message : 'no answer')}). Check that it runs and that DATABASE_URL is right.`
  }
}

/** Only hosts and ports: the URL itself contains a password. */
function place(url: string): string {
  const hosts = urlsOf(url).map((one) => new URL(one).host)
  return hosts.join(', ') || 'the local socket'
}
