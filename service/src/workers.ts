import cluster, { type Worker } from 'node:cluster'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { Log } from './foundation/log/index.ts'
import { type Measured, type MetricsSum, sumMetrics } from './foundation/metrics/index.ts'
import { StartError, type Storage } from './foundation/storage/index.ts'

const RESTART_AFTER_MS = 500
const STOP_WITHIN_MS = 12_000

type ToWorker =
  | { kind: 'start'; shared: Shared }
  | { kind: 'stop' }
  | { kind: 'measure'; id: number }
  | { kind: 'metrics'; id: number; text: string | undefined }
type ToPrimary =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'measured'; id: number; measured: Measured }
  | { kind: 'metrics'; id: number }

/** The data with which a worker reaches the primary's database. */
type Shared = Pick<Storage, 'connection' | 'schemaVersion'>

interface Running {
  stop(): Promise<void>
}

/** The primary keeps the database and the workers; each worker listens on the same port. One that dies is replaced. */
export async function startWorkers(
  { workers: count, stopDelaySeconds }: Pick<Config, 'workers' | 'stopDelaySeconds'>,
  shared: Shared,
  log: Log,
  own: Registry,
): Promise<Running> {
  const metrics = sumMetrics()
  const ready = new Set<Worker>()
  let stopping = false

  function start(): Promise<void> {
    const worker = cluster.fork()
    worker.on('error', () => {}) // it ended before a message reached it; 'exit' says so too
    worker.send({ kind: 'start', shared } satisfies ToWorker)
    return new Promise((resolve, reject) => {
      worker.on('message', (message: ToPrimary) => {
        if (message.kind === 'ready') {
          ready.add(worker)
          resolve()
        }
        if (message.kind === 'failed') reject(new StartError(message.reason))
        if (message.kind === 'measured') metrics.take(worker.id, message.id, message.measured)
        if (message.kind === 'metrics') answerMetrics(worker, message.id, ready, metrics, own)
      })
      worker.once('exit', (code, signal) => {
        ready.delete(worker)
        metrics.keep(worker.id)
        reject(new StartError(`A worker ended before it was ready (${signal ?? code}).`))
        if (stopping) return
        log.error({ worker: worker.process.pid, code, signal }, 'a worker ended; starting another')
        setTimeout(
          () => stopping || start().catch((error) => log.error({ err: error }, 'a worker did not start')),
          RESTART_AFTER_MS,
        )
      })
    })
  }

  async function stop(): Promise<void> {
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map((worker) => stopWorker(worker, STOP_WITHIN_MS + stopDelaySeconds * 1_000)))
  }

  try {
    await start() // alone first: an error at the start would hit all of them, and is then reported once
    await Promise.all(Array.from({ length: count - 1 }, start))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

function stopWorker(worker: Worker, withinMs: number): Promise<void> {
  return new Promise((done) => {
    const limit = setTimeout(() => worker.process.kill('SIGKILL'), withinMs)
    worker.once('exit', () => {
      clearTimeout(limit)
      done()
    })
    if (worker.isDead()) worker.emit('exit')
    else if (worker.isConnected()) worker.send({ kind: 'stop' } satisfies ToWorker)
  })
}

/** Answers with the sum of the workers' metrics, together with those of the primary itself. */
function answerMetrics(
  asking: Worker,
  id: number,
  ready: ReadonlySet<Worker>,
  metrics: MetricsSum,
  own: Registry,
): void {
  const tell = (worker: Worker, message: ToWorker) => worker.isConnected() && worker.send(message)
  const workers = [...ready].filter((worker) => worker.isConnected())
  const ask = (round: number) => {
    for (const worker of workers) tell(worker, { kind: 'measure', id: round })
  }
  const ids = workers.map((worker) => worker.id)
  metrics.collect(ids, ask, own.getMetricsAsJSON()).then(
    (text) => tell(asking, { kind: 'metrics', id, text }),
    () => tell(asking, { kind: 'metrics', id, text: undefined }),
  )
}

/** A worker's whole life: it starts when told where the database is, and ends when told, or when the primary is gone. */
export function obeyPrimary(
  registry: Registry,
  start: (shared: Shared, allMetrics: () => Promise<string>) => Promise<Running>,
): Promise<void> {
  cluster.worker?.on('error', () => {}) // the primary is gone; 'disconnect' follows
  const waiting = new Map<number, (text: string | undefined) => void>()
  let asked = 0
  const tell = (message: ToPrimary) => process.send?.(message)
  const allMetrics = () =>
    new Promise<string>((resolve, reject) => {
      asked += 1
      waiting.set(asked, (text) =>
        text === undefined ? reject(new Error('The primary could not add up the numbers')) : resolve(text),
      )
      tell({ kind: 'metrics', id: asked })
    })
  return new Promise((done) => {
    let running: Promise<Running> | undefined
    const end = () => {
      const stopped = running?.then((service) => service.stop())
      running = undefined
      stopped
        ?.catch(() => {})
        .then(() => {
          process.disconnect?.()
          done()
        })
    }
    process.on('message', (message: ToWorker) => {
      if (message.kind === 'metrics') waiting.get(message.id)?.(message.text)
      if (message.kind === 'metrics') waiting.delete(message.id)
      if (message.kind === 'measure')
        registry.getMetricsAsJSON().then((measured) => tell({ kind: 'measured', id: message.id, measured }))
      if (message.kind === 'stop') end()
      if (message.kind === 'start') {
        running = start(message.shared, allMetrics)
        running.then(
          () => tell({ kind: 'ready' }),
          (error) => {
            running = undefined
            tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
            process.disconnect?.()
            done()
          },
        )
      }
    })
    process.on('disconnect', end)
    process.on('SIGTERM', end)
    process.on('SIGINT', () => {}) // Ctrl-C reaches every process of the terminal; the primary decides
  })
}
