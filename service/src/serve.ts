import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { resolve } from 'node:path'
import { Registry } from 'prom-client'
import { type Config, databaseOf, readConfig } from './config.ts'
import { type ServiceCall, systemCall } from './domain/call/index.ts'
import { makeMonths, settleEventOrder } from './domain/events/index.ts'
import { issueFirstLink } from './domain/operators/index.ts'
import { rememberPlaces } from './domain/service-places/index.ts'
import { meterEvents } from './event-metrics.ts'
import { giveMemoryBack } from './foundation/heap/index.ts'
import { createLog, type Log, limitRepeats } from './foundation/log/index.ts'
import { meterPool, meterReplicas } from './foundation/metrics/index.ts'
import {
  codeOf,
  joinStorage,
  MOST_CONNECTIONS,
  openStorage,
  StartError,
  type Storage,
  type TellReplica,
} from './foundation/storage/index.ts'
import { meterQueues } from './queue-metrics.ts'
import { createService, type Service } from './service.ts'
import type { Terminal } from './terminal.ts'
import { startWorkBeside } from './work-beside.ts'
import { obeyPrimary, startWorkers } from './workers.ts'

const EXIT_WITHIN_MS = 25_000
/** So many connections may wait to be taken, if the system allows it. All open pages come back at once after a restart; one that finds no place tries again a second later. */
const MOST_KNOCKING = 4_096

/** Runs until a signal: opens the database, listens, says what to open, and on the way out lets requests finish. */
export async function serve(terminal: Terminal): Promise<void> {
  const config = readConfig(terminal.environment)
  const log = createLog(config.logLevel, (line) => void process.stderr.write(line))
  const onLostConnection = (error: Error) =>
    limitRepeats(log).warn({ err: error }, 'a connection to the database was lost')

  const onReplica: TellReplica = (replica, leftOut) =>
    leftOut === undefined
      ? log.info({ replica }, 'a replica is used')
      : log.warn({ replica, reason: leftOut }, 'a replica is left out')

  const registry = new Registry()

  async function listenOn(database: Storage, allMetrics?: () => Promise<string>): Promise<Service> {
    const service = await createService({
      config,
      version: terminal.version,
      database,
      log,
      registry,
      ...(allMetrics && { allMetrics }),
    })
    await listen(service.server, config)
    giveMemoryBack()
    return service
  }

  if (cluster.isWorker) {
    return obeyPrimary(registry, async (shared, allMetrics) => {
      const database = await joinStorage(shared, onLostConnection, onReplica)
      meterPool(registry, database)
      meterReplicas(registry, database.replicas)
      const service = await listenOn(database, allMetrics)
      return { stop: () => service.stop().then(() => database.close()) }
    })
  }

  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  let evicted: Error | undefined
  onSignal(ask, config, log) // set first: a start that is interrupted is finished and then stopped in order
  const storage = await openStorage({
    ...databaseOf(config),
    connections: config.databaseConnections,
    replicaUrls: config.role === 'jobs' ? [] : config.databaseReadUrls, // jobs write
    dataDir: config.dataDir,
    migrations: terminal.migrations,
    role: 'service',
    onProgress: (text) => terminal.print(`${text} …`),
    onLostConnection,
    onReplica,
    onEvicted: (error) => {
      log.fatal({ err: error }, 'the database cannot be used any more')
      evicted = error
      ask()
    },
  })
  try {
    await prepareEvents(systemCall(storage, config, storage.clock.now()))
    meterEvents(registry, storage, config)
    meterQueues(registry, storage, config)
    meterPool(registry, storage)
    meterReplicas(registry, storage.replicas)
    const running =
      config.workers > 1 && config.role !== 'jobs'
        ? await startWorkers(config, sharedBy(storage, config), log, registry)
        : await listenOn(storage)
    const call = systemCall(storage, config, storage.clock.now())
    await rememberPlaces(call, config.egressAllow)
    const link = config.role === 'jobs' ? undefined : await issueFirstLink(call)
    const work = config.role === 'web' ? undefined : await startWorkBeside({ storage, config, log, registry })
    terminal.print(config.role === 'jobs' ? welcomeOfJobs(terminal) : welcome(config, terminal, link?.url))
    log.info({ origin: config.apiOrigin, workers: config.workers, role: config.role }, 'ready')
    await asked
    terminal.print('Stopping; requests under way may finish …')
    await running.stop()
    await work?.stop()
  } finally {
    await storage.close()
  }
  log.info('stopped')
  if (evicted) throw new StartError(evicted.message)
}

/**
 * Prepares the event log before the first request: its order, in case the database is on another server than before, and its partitions, in case the
 * service did not run for long.
 */
async function prepareEvents(call: ServiceCall): Promise<void> {
  await settleEventOrder(call)
  await makeMonths(call)
}

/** Unless the operator says otherwise, all workers together leave room on a server of 100 connections for this process, the command line and operators. */
function sharedBy(
  { connection, schemaVersion }: Pick<Storage, 'connection' | 'schemaVersion'>,
  { databaseConnections, workers }: Config,
) {
  const max = databaseConnections ?? Math.max(1, Math.min(MOST_CONNECTIONS, Math.floor(80 / workers)))
  return { connection: { ...connection, max }, schemaVersion }
}

/** Ctrl-C comes more than once: the terminal signals all processes, and npm and our launcher pass it on. */
const SAME_SIGNAL_MS = 1_000

/** The first signal starts an orderly stop; a later one ends the process at once. */
function onSignal(ask: () => void, { stopDelaySeconds }: Config, log: Log): void {
  let askedAt: number | undefined
  const giveUp = () => {
    log.error('the stop took too long; what is still under way is left')
    process.exit(process.exitCode ?? 0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (askedAt !== undefined) {
        if (signal !== 'SIGHUP' && performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1)
        return
      }
      askedAt = performance.now()
      ask()
      // Work that still hangs after everything was stopped does not keep the process alive.
      setTimeout(giveUp, EXIT_WITHIN_MS + stopDelaySeconds * 1_000).unref()
    })
  }
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  const why: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another number.`,
    EACCES: `This account may not listen on port ${port}. Set PORT to a number above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.`,
    ENOTFOUND: `The host name ${host} is not known. Set HOST to an address of this machine, such as 127.0.0.1.`,
  }
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new StartError(why[codeOf(error) ?? ''] ?? String(error))))
    server.listen({ port, host, backlog: MOST_KNOCKING }, resolve)
  })
}

/** Until the first operator has entered, each start makes a new link to the console. */
function welcome({ apiOrigin, databaseUrl, dataDir }: Config, terminal: Terminal, link?: string): string {
  const { version, environment } = terminal
  const npxSvc = `${placeOf(databaseUrl, dataDir, environment.DEFAULT_DATA_DIR ?? './data')}npx svc`
  return `
  Feedback board ${version} is ready.

    Console          ${link ?? `${apiOrigin}/console`}${link ? `\n                     (opens it once, for 15 minutes; later: ${npxSvc} operator invite --email you@example.com)` : ''}
    Documentation    ${apiOrigin}/docs
    API              ${apiOrigin}/v1/version
    Ready?           ${apiOrigin}/readyz

  Make a project:    ${npxSvc} project create --name "My product" --slug my-product
  The data is in     ${databaseUrl ? 'the database of DATABASE_URL' : dataDir}. Ctrl-C stops everything.
`
}

function welcomeOfJobs({ version }: Terminal): string {
  return `
  Feedback board ${version} is ready. It works beside the requests, and answers /healthz, /readyz and /metrics alone. Ctrl-C stops it.
`
}

/** The variables that a command in another shell needs to find the same database. */
function placeOf(databaseUrl: string | undefined, dataDir: string, usual: string): string {
  if (databaseUrl) return 'DATABASE_URL=… '
  return resolve(dataDir) === resolve(usual) ? '' : `DATA_DIR=${quoteForShell(resolve(dataDir))} `
}

function quoteForShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
