import { isIP } from 'node:net'
import { LOG_LEVELS, type LogLevel } from './foundation/log/index.ts'
import { reachOf, replicaUrlsOf, urlsOf } from './foundation/storage/index.ts'

const ROLES = ['all', 'web', 'jobs'] as const
type Role = (typeof ROLES)[number]

export interface Config {
  readonly port: number
  readonly host: string
  readonly apiOrigin: string
  /** The board's address with `{slug}` in the place of the project's name. */
  readonly boardOrigin: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Leads to PostgreSQL itself, where DATABASE_URL leads through a pooler. */
  readonly databaseDirectUrl: string | undefined
  /** A URL for each server that follows the one of DATABASE_URL. */
  readonly databaseReadUrls: readonly string[]
  /** How many connections a process may open to each server; undefined: the usual number. */
  readonly databaseConnections: number | undefined
  readonly redisUrl: string | undefined
  /** An object storage for pictures; undefined: they are in the database. */
  readonly filesUrl: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  /** How long a mail waits, so that what is undone is not mailed and several events become one mail. */
  readonly mailDelaySeconds: number
  readonly workers: number
  /** How long a stop only says that the service is not ready, before it takes no more connections. */
  readonly stopDelaySeconds: number
  /** Whether this process answers requests, works beside them, or both. */
  readonly role: Role
  readonly trustedProxies: readonly string[]
  /** The servers that are asked for the TXT records of domains and the addresses of webhooks; empty: those of the system. */
  readonly dnsServers: readonly string[]
  /** Hosts, addresses and ranges of the operator's own network that webhooks may call. */
  readonly egressAllow: readonly string[]
  readonly logLevel: LogLevel
  readonly rateLimitFactor: number
  /** How far back readers of the events can go. */
  readonly eventsKeptDays: number
  /** How many open pages may follow what happens, in one process; 0 switches it off. */
  readonly liveConnections: number
  readonly metricsToken: string | undefined
}

/** All mistakes of the environment at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

type Environment = Readonly<Record<string, string | undefined>>
/** Returns the value, or throws what the variable must be. */
type Read<Value> = (text: string) => Value

export function readConfig(environment: Environment): Config {
  const mistakes: string[] = []
  function read<Value, Default>(name: string, reader: Read<Value>, fallback: Default): Value | Default {
    const text = environment[name]?.trim()
    if (!text) return fallback
    try {
      return reader(text)
    } catch (error) {
      mistakes.push(`${name} ${error instanceof Error ? error.message : String(error)}`)
      return fallback
    }
  }
  const port = read('PORT', integer(1, 65_535), 4000)
  const config: Config = {
    port,
    host: read('HOST', hostName, '127.0.0.1'),
    apiOrigin: read('API_ORIGIN', origin, `http://localhost:${port}`),
    boardOrigin: read('BOARD_ORIGIN', originTemplate, `http://{slug}.localhost:${port}`),
    dataDir: read('DATA_DIR', anyText, './data'),
    databaseUrl: read('DATABASE_URL', databases, undefined),
    databaseDirectUrl: read('DATABASE_DIRECT_URL', databases, undefined),
    databaseReadUrls: read('DATABASE_READ_URL', replicas, []),
    databaseConnections: read('DATABASE_CONNECTIONS', integer(2, 1_000), undefined),
    redisUrl: read('REDIS_URL', url('redis', 'rediss'), undefined),
    filesUrl: read('FILES_URL', objectStorage, undefined),
    smtpUrl: read('SMTP_URL', mailServer, undefined),
    mailFrom: read('MAIL_FROM', mailAddress, undefined),
    mailDelaySeconds: read('MAIL_DELAY_SECONDS', integer(0, 86_400), 120),
    workers: read('WORKERS', integer(1, 64), 1),
    stopDelaySeconds: read('STOP_DELAY_SECONDS', integer(0, 300), 0),
    role: read('ROLE', oneOf(ROLES), 'all'),
    trustedProxies: read('TRUSTED_PROXIES', addressList, []),
    dnsServers: read('DNS_SERVERS', serverList, []),
    egressAllow: read('EGRESS_ALLOW', hostList, []),
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS), 'info'),
    rateLimitFactor: read('RATE_LIMIT_FACTOR', decimal(0, 1000), 1),
    eventsKeptDays: read('EVENTS_KEPT_DAYS', integer(1, 3650), 90),
    liveConnections: read('LIVE_CONNECTIONS', integer(0, 100_000), 5_000),
    metricsToken: read('METRICS_TOKEN', longText(16), undefined),
  }
  read('DATABASE_POOLER', oneOf(['transaction']), undefined)
  const [isPooled, ...ways] = ['DATABASE_POOLER', 'DATABASE_DIRECT_URL', 'DATABASE_URL'].map((name) =>
    Boolean(environment[name]?.trim()),
  )
  if (isPooled ? ways.includes(false) : ways[0]) {
    mistakes.push(
      'DATABASE_POOLER=transaction, DATABASE_URL and DATABASE_DIRECT_URL belong together: DATABASE_URL leads through the pooler, DATABASE_DIRECT_URL to PostgreSQL itself',
    )
  }
  if (config.databaseReadUrls.length > 0 && !environment.DATABASE_URL?.trim()) {
    mistakes.push('DATABASE_READ_URL needs DATABASE_URL: it names servers that follow that one')
  }
  if (config.databaseConnections !== undefined && !environment.DATABASE_URL?.trim()) {
    mistakes.push('DATABASE_CONNECTIONS needs DATABASE_URL: the embedded PostgreSQL has a fixed number of connections')
  }
  if (config.smtpUrl && !config.mailFrom && !environment.MAIL_FROM?.trim()) {
    mistakes.push('MAIL_FROM must be set when SMTP_URL is: mail needs a sender')
  }
  if (config.role !== 'all' && !config.databaseUrl) {
    mistakes.push(
      'ROLE must be all without DATABASE_URL: an embedded PostgreSQL serves one process, which does everything',
    )
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return Object.freeze(config)
}

/** The ways to the database: the direct one, and the one through a pooler. Replicas are for those who answer requests. */
export function databaseOf({ databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>) {
  return databaseDirectUrl === undefined ? { databaseUrl } : { databaseUrl: databaseDirectUrl, pooledUrl: databaseUrl }
}

function integer(least: number, most: number): Read<number> {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new Error(`must be a whole number from ${least} to ${most}, not "${text}"`)
  }
}

function decimal(least: number, most: number): Read<number> {
  return (text) => {
    const value = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new Error(`must be a number from ${least} to ${most}, not "${text}"`)
  }
}

function oneOf<const Value extends string>(values: readonly Value[]): Read<Value> {
  return (text) => {
    const value = values.find((candidate) => candidate === text)
    if (value !== undefined) return value
    throw new Error(`must be one of ${values.join(', ')}, not "${text}"`)
  }
}

const anyText: Read<string> = (text) => text

function longText(least: number): Read<string> {
  return (text) => {
    if (text.length >= least) return text
    throw new Error(`must have at least ${least} characters`) // the value itself is a secret
  }
}

const hostName: Read<string> = (text) => {
  if (isIP(text) || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text)) return text
  throw new Error(`must be an address or a host name to listen on, not "${text}"`)
}

/** Exactly what a browser would send as Origin: scheme, host in lower case, a port only where it is not the default. */
const origin: Read<string> = (typed) => {
  const text = withoutSlash(typed)
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  if (parsed && ['http:', 'https:'].includes(parsed.protocol) && parsed.origin === text) return text
  throw new Error(`must be an origin such as https://api.example.com, without a path, not "${typed}"`)
}

/** An address copied from a browser ends with a slash, which an origin does not have. */
function withoutSlash(text: string): string {
  return text.replace(/\/$/, '')
}

const originTemplate: Read<string> = (typed) => {
  const text = withoutSlash(typed)
  const example = text.replace('{slug}', 'slug')
  const named = /^https?:\/\/\{slug\}\.[^{}]+$/.test(text)
  if (named && URL.canParse(example) && new URL(example).origin === example) return text
  throw new Error(`must be an origin whose first label is {slug}, such as https://{slug}.example.com, not "${typed}"`)
}

function url(...schemes: string[]): Read<string> {
  return (text) => {
    if (URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)) && isDecodable(text)) return text
    const beginnings = schemes.map((scheme) => `${scheme}://`).join(' or ')
    throw new Error(`must be a URL that begins with ${beginnings}, ${ESCAPED}`) // it may hold a password
  }
}

/** Several hosts are separated by commas. */
const databases: Read<string> = (text) => {
  for (const one of urlsOf(text)) url('postgres', 'postgresql')(one)
  reachOf(text)
  return text
}

const replicas: Read<readonly string[]> = (text) => {
  const urls = replicaUrlsOf(text)
  for (const one of urls) {
    databases(one)
    if (one.includes('target_session_attrs='))
      throw new Error('must not have target_session_attrs: replicas take no writes')
  }
  return urls
}

const ESCAPED = 'with special characters of user and password escaped, such as %2F for /'

/** A slash in a password that is not escaped begins a path, and then the user is taken for the host. */
const mailServer: Read<string> = (text) => {
  const { hostname, pathname } = new URL(url('smtp', 'smtps')(text))
  if (hostname !== '' && /^\/?$/.test(pathname)) return text
  throw new Error(`must name a server and nothing after it, ${ESCAPED}`)
}

/** Checks everything that a request needs, so that a mistake shows at the start. */
const objectStorage: Read<string> = (text) => {
  const parsed = new URL(url('s3')(text))
  const endpoint = parsed.searchParams.get('endpoint')
  const isWhole = parsed.hostname !== '' && parsed.username !== '' && parsed.password !== ''
  if (isWhole && (endpoint === null || /^https?:\/\/[^/?#]+\/?$/.test(endpoint))) return text
  throw new Error('must look like s3://ACCESS_KEY:SECRET@bucket?endpoint=https://storage.example.com&region=eu-1')
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const mailAddress: Read<string> = (text) => {
  if (/^(?:[^<>\r\n]{1,100} <[^\s<>@]{1,64}@[^\s<>@]{1,255}>|[^\s<>@]{1,64}@[^\s<>@]{1,255})$/.test(text)) return text
  throw new Error('must be an address such as Feedback <feedback@example.com>')
}

const addressList: Read<readonly string[]> = (text) => {
  const entries = text.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => !isAddressOrRange(entry))
  if (wrong === undefined) return entries
  throw new Error(`must be addresses or ranges such as 127.0.0.1,10.0.0.0/8; "${wrong}" is neither`)
}

const hostList: Read<readonly string[]> = (text) => {
  const entries = text.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => !isAddressOrRange(entry) && !isName(entry))
  if (wrong === undefined) return entries
  throw new Error(`must be hosts, addresses or ranges such as hooks.internal,10.0.0.0/8; "${wrong}" is none of them`)
}

/** Exactly as a URL has it; something in numbers is an address in another notation, which is refused. */
function isName(text: string): boolean {
  return (
    /^[a-z0-9_.-]{1,253}$/.test(text) && URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text
  )
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (!version || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const serverList: Read<readonly string[]> = (text) => {
  const entries = text.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => !isDnsServer(entry))
  if (wrong === undefined) return entries
  throw new Error(`must be addresses of DNS servers such as 192.0.2.53,[2001:db8::53]:5353; "${wrong}" is none`)
}

/** An address, with a port where it is not 53; one of IPv6 with a port is in brackets. */
function isDnsServer(text: string): boolean {
  if (isIP(text)) return true
  const [, inBrackets, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? []
  const isPort = port === undefined || (Number(port) >= 1 && Number(port) <= 65_535)
  return isPort && (isIP(inBrackets ?? '') === 6 || isIP(plain ?? '') === 4)
}
