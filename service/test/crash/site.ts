import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { createProject } from '../../src/domain/projects/index.ts'
import { addSigningKey } from '../../src/domain/signing-keys/index.ts'
import { openStorage } from '../../src/foundation/storage/index.ts'
import { MIGRATIONS } from '../harness/paths.ts'
import { freePort } from '../harness/ports.ts'
import { roomInMemory } from '../harness/room-in-memory.ts'
import {
  killService,
  refuseEnded,
  type ServiceProcess,
  serverPid,
  startService,
  stopService,
  until,
  untilReady,
} from './processes.ts'
import type { Random } from './random.ts'
import type { Client, Trial } from './trial.ts'

const SERVER_BACK_WITHIN_MS = 300_000
const LOG_TAIL = 2_000

/** A service on a database of its own in a directory of its own, and a project that signs users in. */
export interface Site {
  readonly client: Client
  /** With every scope. */
  readonly secretKey: string
  /** Waits until `moment`, kills, and answers when the service is ready again, with the time at which all had fallen. */
  killService(moment: Promise<void>): Promise<Date>
  killServer(moment: Promise<void>): Promise<Date>
  killBackend(moment: Promise<void>, random: Random): Promise<Date>
  count(trials: readonly Trial[]): Promise<Counts>
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** The end of what the service and the server said. */
  tail(): Promise<string>
  close(): Promise<void>
}

/** What the database holds at the end. */
export interface Counts {
  readonly used_tokens: number
  readonly sessions: number
  readonly users_with_one_session: number
  readonly records: number
  /** Of the tokens and the sessions that we know, how many are there. */
  readonly known_tokens: number
  readonly known_sessions: number
}

/** `prepare` may put a database into the empty directory; without it, the service makes one. */
export async function openSite(main: string, prepare?: (directory: string) => Promise<void>): Promise<Site> {
  const dataDir = await mkdtemp(join(roomInMemory(), 'svc-crash-'))
  await prepare?.(dataDir)
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const settings = {
    DATA_DIR: dataDir,
    PORT: port,
    API_ORIGIN: origin,
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'error',
    EGRESS_ALLOW: '127.0.0.1',
  }
  let service = startService(main, settings)
  const close = async () => {
    await stopService(service, dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(service, origin)
    const { client, secretKey, connection } = await makeClient(dataDir, origin)
    return {
      client,
      secretKey,
      killService: async (moment) => {
        await moment
        await killService(service)
        const fallenAt = new Date()
        service = startService(main, settings)
        await untilReady(service, origin)
        return fallenAt
      },
      killServer: (moment) => killServer({ connection, dataDir, origin, service }, moment),
      killBackend: (moment, random) => killBackend({ connection, dataDir, origin, service }, moment, random),
      count: (trials) => count(connection, client.projectId, trials),
      query: (text, values) => query(connection, text, values),
      tail: async () =>
        `${service.tail()}\n${(await readFile(join(dataDir, 'postgres.log'), 'utf8')).slice(-LOG_TAIL)}`,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Made through the domain; the private key never leaves this process. */
async function makeClient(dataDir: string, origin: string) {
  const storage = await openStorage({
    databaseUrl: undefined,
    dataDir,
    migrations: MIGRATIONS,
    role: 'command',
    onProgress: () => {},
    onLostConnection: () => {},
    onEvicted: () => {},
  })
  try {
    const { connection } = storage
    const call = systemCall(storage, { apiOrigin: origin, boardOrigin: 'http://{slug}.localhost' }, storage.clock.now())
    const { project, secretKey } = await createProject(call, { name: 'Crash', slug: 'crash' })
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { kid } = await addSigningKey(systemCallIn(call, project), {
      jwk: publicKey.export({ format: 'jwk' }),
      kid: 'key-1',
    })
    const client: Client = { projectId: project.id, publishableKey: project.publishableKey, kid, privateKey, origin }
    return { client, secretKey, connection: connection as pg.ClientConfig } // what a pool needs beyond a client's is not in it
  } finally {
    await storage.close()
  }
}

interface Scene {
  readonly connection: pg.ClientConfig
  readonly dataDir: string
  readonly origin: string
  readonly service: ServiceProcess
}

async function killServer(scene: Scene, moment: Promise<void>): Promise<Date> {
  const server = await serverPid(scene.dataDir)
  const fallenAt = await watchFall(scene, async () => {
    await moment
    process.kill(server, 'SIGKILL')
  })
  await until(async () => {
    refuseEnded(scene.service)
    return (await serverPid(scene.dataDir).catch(() => server)) !== server
  }, SERVER_BACK_WITHIN_MS)
  await untilBack(scene)
  return fallenAt
}

/** One that is in a transaction, if any is. The server then ends all the others and recovers. */
async function killBackend(scene: Scene, moment: Promise<void>, random: Random): Promise<Date> {
  const fallenAt = await watchFall(scene, async (witness) => {
    await moment
    const { rows } = await witness.query<{ pid: number; busy: boolean }>(
      "select pid, state <> 'idle' as busy from pg_stat_activity where application_name = 'svc' and backend_type = 'client backend'",
    )
    const busy = rows.filter((row) => row.busy)
    const [first, ...rest] = busy.length > 0 ? busy : rows
    if (!first) throw new Error('The service has no connection to its database')
    process.kill(random.oneOf([first, ...rest]).pid, 'SIGKILL')
  })
  await untilBack(scene)
  return fallenAt
}

/** The server takes connections again, and the service is ready. While requests wait, a service says so up to three seconds after its server fell. */
async function untilBack({ connection, service, origin }: Scene): Promise<void> {
  await until(async () => {
    refuseEnded(service)
    return query(connection, 'select 1').then(
      () => true,
      () => false,
    )
  }, SERVER_BACK_WITHIN_MS)
  await untilReady(service, origin)
}

/** A connection of ours tells that the server has fallen: until then "ready" would still speak of the time before. */
async function watchFall({ connection }: Scene, kill: (witness: pg.Client) => Promise<void>): Promise<Date> {
  const witness = new pg.Client(connection)
  let fallenAt: Date | undefined
  witness.on('error', () => {}) // 'end' follows
  witness.once('end', () => {
    fallenAt = new Date()
  })
  await witness.connect()
  try {
    await kill(witness)
    await until(async () => fallenAt !== undefined, SERVER_BACK_WITHIN_MS)
    return fallenAt ?? new Date()
  } finally {
    await witness.end().catch(() => {})
  }
}

async function count(connection: pg.ClientConfig, projectId: string, trials: readonly Trial[]): Promise<Counts> {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const sessions = trials.flatMap(({ keys }) => keys.flatMap(({ settled }) => settled.session ?? []))
  const [row] = await query<Counts>(
    connection,
    `select
        (select count(*)::integer from used_tokens where project_id = $1) as used_tokens,
        (select count(*)::integer from sessions where project_id = $1) as sessions,
        (select count(*)::integer from (select 1 from users u join sessions s on s.project_id = u.project_id and s.user_id = u.id
          where u.project_id = $1 group by u.id having count(*) = 1) as one) as users_with_one_session,
        (select count(*)::integer from idempotency_records where project_id = $1) as records,
        (select count(*)::integer from used_tokens where project_id = $1 and jti_hash = any($2)) as known_tokens,
        (select count(*)::integer from sessions where project_id = $1 and token_hash = any($3)) as known_sessions`,
    [projectId, trials.map(({ jti }) => hash(jti)), sessions.map(hash)],
  )
  return row as Counts // a select without a from has one row
}

async function query<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const database = new pg.Client(connection)
  database.on('error', () => {}) // the statement fails too
  try {
    await database.connect()
    return (await database.query<Row>(text, [...values])).rows
  } finally {
    await database.end().catch(() => {})
  }
}
