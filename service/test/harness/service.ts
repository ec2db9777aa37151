import { readdirSync } from 'node:fs'
import type pg from 'pg'
import { Registry } from 'prom-client'
import { inject, onTestFinished } from 'vitest'
import { type Config, readConfig } from '../../src/config.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { joinStorage, type Storage } from '../../src/foundation/storage/index.ts'
import { createService } from '../../src/service.ts'
import type { DeclaredRoute } from '../../src/surfaces/console/index.ts'
import './end-with-run.ts'
import { MIGRATIONS } from './paths.ts'
import { PATIENT } from './patient.ts'
import { heldPort } from './ports.ts'

/** How many migrations there are. */
export const SCHEMA_VERSION = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql')).length

export interface RunningService {
  readonly origin: string
  readonly port: number
  readonly config: Config
  readonly database: Storage
  /** Every line that was logged during the test, at the finest level. */
  readonly logged: string[]
  openapi(): object
  readonly consoleRoutes: readonly DeclaredRoute[]
  stop(): Promise<void>
}

/** No test ends the service that all share. */
export type SharedService = Omit<RunningService, 'stop'>

/** A service that is kept for the tests that follow. */
interface Kept {
  readonly service: Promise<SharedService>
  clockOfTest: (() => Date) | undefined
}

const kept = new Map<string, Kept>()

/**
 * The one service of this process of tests, on the database of the run: starting one takes longer than most tests do. `now` is its
 * clock until the test ends.
 */
export async function sharedService(now?: () => Date): Promise<SharedService> {
  return keptService({}, now, inject('connection'))
}

/** The one service of this process of tests with this environment on this database. `now` is its clock until the test ends. */
export async function keptService(
  environment: Record<string, string>,
  now: (() => Date) | undefined,
  connection: pg.PoolConfig,
): Promise<SharedService> {
  const name = JSON.stringify([connection.database, environment])
  const one = kept.get(name) ?? keep(name, environment, connection)
  const service = await one.service
  if (now) one.clockOfTest = now
  onTestFinished(({ task }) => {
    one.clockOfTest = undefined
    const troubles = service.logged.filter((line) => /^\{"level":"(?:warn|error|fatal)"/.test(line))
    if (task.result?.state === 'fail' && troubles.length > 0)
      process.stderr.write(`The service logged:\n${troubles.join('')}`)
    service.logged.length = 0
  })
  return service
}

function keep(name: string, environment: Record<string, string>, connection: pg.PoolConfig): Kept {
  const one: Kept = {
    service: serve(environment, (usual) => (one.clockOfTest ?? usual)(), connection),
    clockOfTest: undefined,
  }
  kept.set(name, one)
  return one
}

/** A service of the test's own, on the database of the run, or another. Ends with the test. */
export async function startService(
  environment: Record<string, string> = {},
  now?: () => Date,
  connection: pg.PoolConfig = inject('connection'),
): Promise<RunningService> {
  const service = await serve(environment, (usual) => (now ?? usual)(), connection)
  onTestFinished(service.stop)
  return service
}

async function serve(
  environment: Record<string, string>,
  now: (usual: () => Date) => Date,
  connection: pg.PoolConfig,
): Promise<RunningService> {
  const { held, port } = await heldPort()
  const config = readConfig({
    PORT: String(port),
    LOG_LEVEL: 'trace',
    RATE_LIMIT_FACTOR: '0',
    EGRESS_ALLOW: '127.0.0.1',
    ...environment,
  })
  const logged: string[] = []
  const database = await joinStorage(
    { connection: { ...PATIENT, ...connection }, schemaVersion: SCHEMA_VERSION },
    () => {},
  )
  const service = await createService({
    config,
    version: '0.0.0-test',
    database,
    registry: new Registry(),
    now: () => now(database.clock.now),
    connectionLimits: { quietMs: 25 }, // no test waits long for clients that have nothing more to say
    log: createLog(config.logLevel, (line) => void logged.push(line)),
  })
  await new Promise<void>((ready) => service.server.listen(held, ready))
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= service.stop().then(() => database.close())
    return stopped
  }
  const { openapi, consoleRoutes } = service
  return { origin: config.apiOrigin, port, config, database, logged, openapi, consoleRoutes, stop }
}
