import { expect, inject, onTestFinished, test } from 'vitest'
import { type Job, startJobs } from '../../src/foundation/jobs/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { until } from '../harness/process.ts'

const log = createLog('silent', () => {})

async function startQueue(...jobs: Job<never>[]) {
  const database = await joinStorage({ connection: inject('connection'), schemaVersion: 0 }, () => {})
  const queue = await startJobs(database, jobs, log)
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
  const queue = await startQueue(job)
  await startQueue(job)
  const texts = ['a', 'b', 'c', 'd', 'stubborn']
  for (const text of texts) await queue.send(job, { text })
  await until(() => seen.length >= texts.length)
  await new Promise((wake) => setTimeout(wake, 1_500))
  expect(seen.sort()).toEqual(texts)
  expect(failures).toBe(2)
})
