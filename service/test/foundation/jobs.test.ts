import { Registry } from 'prom-client'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Job, startJobs } from '../../src/foundation/jobs/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { meterWork, type WorkMeter } from '../../src/foundation/metrics/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { until } from '../harness/process.ts'

const silent = createLog('silent', () => {})

async function startQueue(job: Job<never>, log = silent, meter?: WorkMeter) {
  const database = await joinStorage({ connection: inject('connection'), schemaVersion: 0 }, () => {})
  const queue = startJobs(database, [job], log, meter)
  await queue.started
  onTestFinished(async () => {
    await queue.stop()
    await database.close()
  })
  return queue
}

// Guarantees that a job is done once although two processes wait for it, and again only where it failed.
test('each job runs in one process, and one that failed is tried again', async () => {
  const seen: string[] = []
  let failures = 0
  const job: Job<{ text: string }> = {
    name: 'note',
    retryDelaySeconds: 0,
    async run({ text }) {
      if (text === 'stubborn' && failures++ === 0) throw new Error('not yet')
      seen.push(text)
    },
  }
  const registry = new Registry()
  const meter = meterWork(registry)
  const queue = await startQueue(job, silent, meter)
  await startQueue(job, silent, meter)
  const texts = ['a', 'b', 'c', 'd', 'stubborn']
  for (const text of texts) await queue.send(job, { text })
  await until(() => seen.length >= texts.length)
  await new Promise((wake) => setTimeout(wake, 1_500))
  expect(seen.sort()).toEqual(texts)
  expect(failures).toBe(2)
  const counted = await registry.metrics()
  expect(counted).toContain('svc_jobs_total{work="note",result="done"} 5')
  expect(counted).toContain('svc_jobs_total{work="note",result="failed"} 1')
  expect(counted).toMatch(/^svc_job_last_success_timestamp_seconds\{work="note"\} \d{10}/m)
})

test('a job that fails says so in the log, with its name and what went wrong', async () => {
  const lines: string[] = []
  const job: Job<object> = {
    name: 'breaks',
    retryLimit: 0,
    run: async () => {
      throw new Error('the disk is full')
    },
  }
  const queue = await startQueue(
    job,
    createLog('info', (line) => void lines.push(line)),
  )
  await queue.send(job, {})
  await until(() => lines.length > 0)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    job: 'breaks',
    err: { message: 'the disk is full' },
  })
})

/** A database whose statements are counted, and that is away from the `n`th on, until it is back. */
async function countedDatabase(n = Number.POSITIVE_INFINITY) {
  const database = await joinStorage({ connection: inject('connection'), schemaVersion: 0 }, () => {})
  onTestFinished(database.close)
  const seen = { statements: 0, isBack: false }
  const pool = new Proxy(database.pool, {
    get: (target, name) =>
      name === 'query'
        ? async (text: string, values: unknown[]) => {
            seen.statements += 1
            if (seen.statements >= n && !seen.isBack) throw new Error('connect ECONNREFUSED')
            return target.query(text, values)
          }
        : Reflect.get(target, name),
  })
  return { database: { ...database, pool }, seen }
}

// Guarantees that a stop waits for no queue that could not start: what had started of it went on asking, until the process was ended 25 seconds later.
test('wherever the start of the jobs fails, nothing of them asks the database after a stop', async () => {
  const job: Job<object> = { name: 'yearly', every: '0 0 1 1 *', run: async () => {} }
  const beside = await countedDatabase()
  const queue = startJobs(beside.database, [job], silent)
  await queue.started
  onTestFinished(queue.stop)
  const asked = await Promise.all(
    Array.from({ length: beside.seen.statements }, async (_, place) => {
      const { database, seen } = await countedDatabase(place + 1)
      const failed = Promise.withResolvers<void>()
      const log = createLog('error', (line) => line.includes('the jobs did not start') && failed.resolve())
      const half = startJobs(database, [job], log)
      await Promise.race([failed.promise, half.started]) // some statements may fail: those of workers are sent again
      await half.stop()
      return { seen, statements: seen.statements }
    }),
  )
  const { statements } = beside.seen
  await until(() => beside.seen.statements > statements + 3)
  expect(asked.map(({ seen }) => seen.statements)).toEqual(asked.map((one) => one.statements))
})

test('jobs start by themselves when the database is back', async () => {
  const ran = Promise.withResolvers<void>()
  const job: Job<object> = { name: 'late', run: async () => ran.resolve() }
  const { database, seen } = await countedDatabase(2)
  const log = createLog('error', (line) => {
    if (line.includes('the jobs did not start')) seen.isBack = true
  })
  const queue = startJobs(database, [job], log)
  onTestFinished(queue.stop)
  await queue.send(job, {})
  await ran.promise
})
