import pg from 'pg'
import { codeOf, isOutOfReach, NO_PRIMARY } from './failures.ts'

const ASK_WITHIN_MS = 2_000

export interface Host {
  readonly host: string
  readonly port: number
}

/** How the database is reached. Plain data, because it is also sent to other processes. */
export interface Reach extends pg.PoolConfig {
  /** Only the one that takes writes is used, whichever that is at the moment. Absent: the one server that the rest names. */
  readonly hosts?: readonly Host[]
  /** The way through a pooler that gives each transaction another connection. What needs a connection for itself does not take it. */
  readonly pooled?: Omit<Reach, 'pooled'>
  /** Of a pooler: it prepares the statements of each client on whichever connection they are run. */
  readonly keepsStatements?: boolean
  /** Servers that follow this one, for what may be read a moment old. */
  readonly replicas?: readonly Reach[]
  /** How far behind a replica may be. Absent: five seconds. */
  readonly mostLagMs?: number
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s
const WANTED = /[?&]target_session_attrs=([^&]*)/

/** `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`, as libpq writes it. Throws what the URL must be. */
export function reachOf(url: string): Reach {
  const urls = urlsOf(url)
  const [first = url] = urls
  const wanted = WANTED.exec(url)?.[1]
  if (wanted !== undefined && wanted !== 'read-write' && wanted !== 'primary')
    throw new Error('must have target_session_attrs=read-write or none: the service writes')
  if (urls.length === 1 && wanted === undefined) return { connectionString: url }
  const hosts = urls.map((one) => {
    const { host, port } = new pg.Client({ connectionString: one })
    return { host, port }
  })
  return { connectionString: first, hosts }
}

/** The same URL for each of its hosts; `new URL` reads only one. */
export function urlsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url]
}

/** One URL for each replica: `postgres://user@one/name,postgres://user@two/name`, or `postgres://user@one,two/name`. */
export function replicaUrlsOf(urls: string): string[] {
  return urls.split(/,\s*(?=\w+:\/\/)/).flatMap(urlsOf)
}

/** A client that connects to the server that takes writes. */
export function newClient(connection: Reach): pg.Client {
  const Client = clientFor(connection)
  return new Client(connection)
}

/** The same for a pool. */
export function clientFor({ hosts }: Reach): typeof pg.Client {
  return hosts ? severalOf(hosts).Client : pg.Client
}

/** The server that was used does not answer. If another one takes writes, connections to the silent one end now, and not when their time is over. */
export async function leaveSilentServer(connection: Reach): Promise<void> {
  if (connection.hosts) await severalOf(connection.hosts).look(connection)
}

interface Several {
  readonly Client: typeof pg.Client
  look(config: pg.ClientConfig): Promise<void>
}

const known = new Map<string, Several>()

/** All clients of a process remember together which server it was. */
function severalOf(hosts: readonly Host[]): Several {
  const key = JSON.stringify(hosts)
  const several = known.get(key) ?? makeSeveral(hosts)
  known.set(key, several)
  return several
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

function makeSeveral(hosts: readonly Host[]): Several {
  let primary: Promise<Host> | undefined
  const open = new Map<pg.Client, Host>()

  class PrimaryClient extends pg.Client {
    readonly #config: pg.ClientConfig

    constructor(config: pg.ClientConfig) {
      super(config)
      this.#config = config
    }

    // biome-ignore lint/suspicious/noExplicitAny: two signatures, as in the library: with a callback and with a promise
    override connect(callback?: Connected): any {
      const connected = this.#connectToPrimary()
      if (!callback) return connected
      const answer = callback as (error: unknown, client?: pg.Client) => void // whoever gives it takes both
      connected.then(
        () => answer(null, this),
        (error) => answer(error),
      )
    }

    async #connectToPrimary(): Promise<this> {
      primary ??= findPrimary(hosts, this.#config)
      const asked = primary
      const forget = () => {
        if (primary === asked) primary = undefined
      }
      try {
        const host = await asked
        Object.assign(this, host)
        const isWritable = watchWritable(this)
        await super.connect()
        if (!(await isWritable())) throw noPrimary([`${nameOf(host)}: takes no writes`])
        open.set(this, host)
      } catch (error) {
        forget()
        await this.end().catch(() => {})
        throw error
      }
      this.once('error', forget) // it was lost
      this.once('end', () => open.delete(this))
      return this
    }
  }

  return {
    Client: PrimaryClient,
    look: async (config) => {
      const found = await findPrimary(hosts, config)
      primary = Promise.resolve(found)
      for (const [client, host] of open) if (host !== found) connectionOf(client).stream.destroy()
    },
  }
}

/** Where the library keeps it. */
export function connectionOf(client: pg.Client): pg.Connection {
  return (client as unknown as { connection: pg.Connection }).connection
}

/** All at once, so that one that is away delays nothing. */
async function findPrimary(hosts: readonly Host[], config: pg.ClientConfig): Promise<Host> {
  const failures: unknown[] = []
  const asked = hosts.map(async (host) => {
    if (await takesWrites(host, config)) return host
    throw new Error(`${nameOf(host)}: takes no writes`)
  })
  for (const one of asked) one.catch((error) => failures.push(error))
  return Promise.any(asked).catch(() => {
    const ours = failures.find((error) => codeOf(error) !== undefined && !isOutOfReach(error))
    throw ours ?? noPrimary(failures.map((error) => (error instanceof Error ? error.message : String(error))))
  })
}

async function takesWrites(host: Host, config: pg.ClientConfig): Promise<boolean> {
  const { stream: _, ...rest } = config
  const client = new pg.Client({
    ...rest,
    password: config.password, // a pool hides it from copies
    connectionTimeoutMillis: ASK_WITHIN_MS,
    query_timeout: ASK_WITHIN_MS,
  })
  client.on('error', () => {})
  Object.assign(client, host)
  const isWritable = watchWritable(client)
  try {
    await client.connect()
    return await isWritable()
  } finally {
    await client.end().catch(() => {})
  }
}

/** PostgreSQL tells it when a connection begins. Through some poolers it does not, and is asked. */
function watchWritable(client: pg.Client): () => Promise<boolean> {
  const told = new Map<string, string>()
  connectionOf(client).on('parameterStatus', ({ parameterName, parameterValue }) =>
    told.set(parameterName, parameterValue),
  )
  return async () => {
    const settings = [told.get('in_hot_standby'), told.get('default_transaction_read_only')]
    if (!settings.includes(undefined)) return settings.every((value) => value === 'off')
    const { rows } = await client.query(`select current_setting('transaction_read_only')::bool as read_only`)
    return !rows[0].read_only
  }
}

function noPrimary(reasons: readonly string[]): Error {
  return Object.assign(new Error(`No server takes writes. ${reasons.join('; ')}`), { code: NO_PRIMARY })
}

function nameOf({ host, port }: Host): string {
  return `${host}:${port}`
}
