import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { type Log, limitRepeats } from '../log/index.ts'
import { UNWATCHED, type WorkMeter } from '../metrics/index.ts'
import type { Database } from '../storage/index.ts'

/** Work that happens beside requests. It may run twice after a crash, so it must be harmless to repeat. */
export interface Job<Data extends object = object> {
  readonly name: string
  /** When it runs by itself, as a cron line in UTC. However many processes there are, it runs once. */
  readonly every?: string
  readonly retryLimit?: number
  readonly retryDelaySeconds?: number
  run(data: Data): Promise<void>
}

export interface Jobs {
  /** Settles when the jobs run, or were stopped before. */
  readonly started: Promise<void>
  /** Queues a job. It survives a crash from here on. */
  send<Data extends object>(job: Job<Data>, data: Data): Promise<void>
  /** Takes no new job and lets those under way finish. */
  stop(): Promise<void>
}

/** How often the queue is asked for a job, and for one that runs by itself. */
const LOOK_EVERY_SECONDS = 1
const LOOK_FOR_CRON_EVERY_SECONDS = 5
const START_AGAIN_MS = 1_000
const STOP = { graceful: true, timeout: 10_000 }

/** pg-boss does the queues, retries, schedules and dead letters, on the pool of the service. Without a database it starts when there is one. */
export function startJobs(
  database: Database,
  jobs: readonly Job<never>[],
  log: Log,
  meter: WorkMeter = UNWATCHED,
): Jobs {
  const stopping = new AbortController()
  const { signal } = stopping

  async function start(): Promise<PgBoss | undefined> {
    const { PgBoss } = await import('pg-boss') // after the service is ready: no request waits for it
    while (!signal.aborted) {
      const boss = new PgBoss({
        db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
        schema: 'jobs',
        cronMonitorIntervalSeconds: 30,
      })
      boss.on('error', (error) =>
        limitRepeats(log).warn({ err: error }, 'the job queue failed; it tries again by itself'),
      )
      try {
        await boss.start()
        for (const job of jobs) await register(boss, job, log, meter)
        return boss
      } catch (error) {
        limitRepeats(log).error({ err: error }, 'the jobs did not start; it is tried again')
        await boss.stop(STOP).catch(() => {}) // what has started of it would go on, and keep the process
        await pause(START_AGAIN_MS, undefined, { signal }).catch(() => {})
      }
    }
    return undefined
  }

  const starting = start()
  return {
    started: starting.then(() => {}),
    send: async (job, data) => void (await (await starting)?.send(job.name, data)),
    stop: async () => {
      stopping.abort()
      await (await starting)?.stop(STOP)
    },
  }
}

async function register(boss: PgBoss, job: Job<never>, log: Log, meter: WorkMeter): Promise<void> {
  const { name, every, retryLimit = 5, retryDelaySeconds = 2 } = job
  await boss.createQueue(name, { retryLimit, retryDelay: retryDelaySeconds, retryBackoff: retryDelaySeconds > 0 })
  await boss.work<never>(
    name,
    { pollingIntervalSeconds: every ? LOOK_FOR_CRON_EVERY_SECONDS : LOOK_EVERY_SECONDS },
    async (batch) => {
      for (const { id, data } of batch) {
        log.debug({ job: name, id }, 'job')
        await job.run(data).catch((error: unknown) => {
          meter.failed(name)
          log.error({ job: name, id, err: error }, 'a job failed; the queue tries it again, a few times')
          throw error
        })
        meter.done(name)
      }
    },
  )
  if (every) await boss.schedule(name, every)
}
