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
  /** Queues a job. It survives a crash from here on. */
  send<Data extends object>(job: Job<Data>, data: Data): Promise<void>
  /** Takes no new job and lets those under way finish. */
  stop(): Promise<void>
}

/** pg-boss does the queues, retries, schedules and dead letters, on the pool of the service. */
export async function startJobs(
  database: Database,
  jobs: readonly Job<never>[],
  log: Log,
  meter: WorkMeter = UNWATCHED,
): Promise<Jobs> {
  const library = await import('pg-boss') // after the service is ready: no request waits for it
  const boss = new library.PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
    schema: 'jobs',
    cronMonitorIntervalSeconds: 30,
  })
  boss.on('error', (error) => limitRepeats(log).warn({ err: error }, 'the job queue failed; it tries again by itself'))
  await boss.start()
  for (const job of jobs) await register(boss, job, log, meter)
  return {
    send: async (job, data) => void (await boss.send(job.name, data)),
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}

async function register(boss: PgBoss, job: Job<never>, log: Log, meter: WorkMeter): Promise<void> {
  const { name, every, retryLimit = 5, retryDelaySeconds = 2 } = job
  await boss.createQueue(name, { retryLimit, retryDelay: retryDelaySeconds, retryBackoff: retryDelaySeconds > 0 })
  await boss.work<never>(name, { pollingIntervalSeconds: 1 }, async (batch) => {
    for (const { id, data } of batch) {
      log.debug({ job: name, id }, 'job')
      await job.run(data).catch((error: unknown) => {
        meter.failed(name)
        log.error({ job: name, id, err: error }, 'a job failed; the queue tries it again, a few times')
        throw error
      })
      meter.done(name)
    }
  })
  if (every) await boss.schedule(name, every)
}
