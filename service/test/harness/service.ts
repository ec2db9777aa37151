import { readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import type pg from 'pg'
import { Registry } from 'prom-client'
import { inject, onTestFinished } from 'vitest'
import { type Config, readConfig } from '../../src/config.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { joinStorage, type Storage } from '../../src/foundation/storage/index.ts'
import { createService } from '../../src/service.ts'
import type { DeclaredRoute } from '../../src/surfaces/console/index.ts'
import { MIGRATIONS } from './paths.ts'

/** How many migrations there are. */
export const SCHEMA_VERSION = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql')).length

export interface RunningService {
  readonly origin: string
  readonly port: number
  readonly config: Config
  readonly database: Storage
  /** Every line that was logged, at the finest level. */
  readonly logged: string[]
  openapi(): object
  readonly consoleRoutes: readonly DeclaredRoute[]
  stop(): Promise<void>
}

/** The service in this process, on a port of its own and the database of the run, or another. Ends with the test. */
export async function startService(
  environment: Record<string, string> = {},
  now?: () => Date,
  connection: pg.PoolConfig = inject('connection'),
): Promise<RunningService> {
  const port = await freePort()
  const config = readConfig({ PORT: String(port), LOG_LEVEL: 'trace', RATE_LIMIT_FACTOR: '0', ...environment })
  const logged: string[] = []
  const database = await joinStorage({ connection, schemaVersion: SCHEMA_VERSION }, () => {})
  const service = await createService({
    config,
    version: '0.0.0-test',
    database,
    registry: new Registry(),
    ...(now && { now }),
    connectionLimits: { quietMs: 25 }, // no test waits long for clients that have nothing more to say
    log: createLog(config.logLevel, (line) => void logged.push(line)),
  })
  await new Promise<void>((ready) => service.server.listen(port, '127.0.0.1', ready))
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= service.stop().then(() => database.close())
    return stopped
  }
  onTestFinished(stop)
  const { openapi, consoleRoutes } = service
  return { origin: config.apiOrigin, port, config, database, logged, openapi, consoleRoutes, stop }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  await new Promise((closed) => server.close(closed))
  return port
}
