import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { systemCall } from '../../src/domain/call/index.ts'
import { createProject } from '../../src/domain/projects/index.ts'
import { startJobs } from '../../src/foundation/jobs/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { meterQueues } from '../../src/queue-metrics.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { SCHEMA_VERSION } from '../harness/service.ts'

async function startMeter() {
  const { connection } = await ownDatabase()
  const database = await joinStorage({ connection, schemaVersion: SCHEMA_VERSION }, () => {})
  onTestFinished(database.close)
  const config = readConfig({})
  const registry = new Registry()
  meterQueues(registry, database, config)
  const read = async () => {
    const text = await registry.metrics()
    const [lengths, seconds] = ['length', 'oldest_seconds'].map((name) =>
      Object.fromEntries(
        [...text.matchAll(new RegExp(`^svc_queue_${name}\\{queue="(\\w+)"\\} (\\S+)$`, 'gm'))].map(
          ([, queue, value]) => [queue, Math.floor(Number(value) / (name === 'length' ? 1 : 60))],
        ),
      ),
    )
    return { lengths, minutes: seconds }
  }
  return { database, read, call: systemCall(database, config, database.clock.now()) }
}

const QUEUES = ['mails', 'webhooks', 'notifications', 'imports']
const all = (value: number) => Object.fromEntries(QUEUES.map((queue) => [queue, value]))

test('a queue counts what is due and not what is due later, done, given up or waits for a receiver', async () => {
  const { database, read, call } = await startMeter()
  const { sql } = database
  await expect.poll(read).toEqual({ lengths: all(0), minutes: all(0) }) // there are no jobs before the queue is made
  const log = createLog('silent', () => {})
  const jobs = startJobs(database, [{ name: 'work', run: async () => {} }], log)
  await jobs.started
  await jobs.stop()
  await expect.poll(async () => (await read()).lengths).toMatchObject({ jobs: 0 })
  const [one, other] = await Promise.all(
    ['one', 'other'].map(async (slug) => (await createProject(call, { name: 'Acme', slug })).project.id),
  )
  for (const [project, state, minutes] of [
    [one, 'waiting', -5],
    [one, 'waiting', 60],
    [other, 'waiting', -20],
    [other, 'sending', -3],
    [other, 'sending', 60],
    [other, 'sent', -600],
  ] as const) {
    await sql`
      insert into mails (project_id, id, user_id, about, event_ids, state, due_at, created_at)
      values (${project}, gen_random_uuid()::text, gen_random_uuid()::text, 'digest', '{}', ${state}, now() + make_interval(mins => ${minutes}::int, secs => -20), now())`
  }
  for (const [webhook, state] of [
    ['on', 'enabled'],
    ['off', 'disabled'],
    ['quiet', 'enabled'],
  ] as const) {
    const reason = state === 'disabled' ? 'switched_off' : null
    await sql`
      insert into webhooks (project_id, id, url, events, format, description, state, enabled_at, disabled_reason, disabled_at, quiet_until, created_at, updated_at)
      values (${one}, ${webhook}, 'https://a.example', '{*}', 'standard', '', ${state}, now(), ${reason}, case when ${reason}::text is null then null else now() end, case when ${webhook} = 'quiet' then now() + interval '1 hour' end, now(), now())`
    for (const [place, [settled, minutes]] of (
      [
        ['waiting', -10],
        ['waiting', 60],
        ['delivered', -90],
      ] as const
    ).entries()) {
      await sql`
        insert into webhook_deliveries (project_id, id, webhook_id, event_id, event_type, state, due_at, created_at)
        values (${one}, ${`${webhook}${place}`}, ${webhook}, ${`evt${place}`}, 'post.created', ${settled}, now() + make_interval(mins => ${minutes}::int, secs => -20), now())`
    }
  }
  await sql`
    insert into notification_rounds (project_id, event_id, created_at, reasons) values (${one}, 'evt', now() - interval '7 minutes 20 seconds', '[]')`
  for (const state of ['running', 'done', 'checked']) {
    await sql`
      insert into imports (project_id, id, source, state, notifies, actor_kind, created_at, updated_at)
      values (${one}, ${state}, 'csv', ${state}, false, 'system', now(), now() - interval '2 minutes 20 seconds')`
  }
  await sql`insert into jobs.job (name, start_after) values ('work', now() - interval '4 minutes 20 seconds'), ('work', now() + interval '1 hour')`
  // A queue that is not counted in time is absent, and stands in the next answer.
  await expect.poll(read).toEqual({
    lengths: { mails: 3, webhooks: 1, notifications: 1, imports: 1, jobs: 1 },
    minutes: { mails: 20, webhooks: 10, notifications: 7, imports: 2, jobs: 4 },
  })
})
