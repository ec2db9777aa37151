import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type ServiceCall, systemCall } from '../../src/domain/call/index.ts'
import { dueWebhooks, takeDeliveries } from '../../src/domain/webhooks/index.ts'
import { newId } from '../../src/foundation/ids/index.ts'
import { sqlOn } from '../../src/foundation/storage/sql.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { type PlanNode, rowsRead } from '../plans/plan.ts'

const notAsked = () => Promise.reject(new Error('No snapshot is asked for here.'))

const NOW = new Date('2026-11-16T12:00:00Z')
const SOON = new Date(NOW.getTime() + 60_000)

/** Webhooks with waiting deliveries, in tables without statistics. */
async function startQueue(webhooks: number, each: number, dueAt: Date) {
  const { connection } = await ownDatabase()
  const client = new pg.Client({ ...connection, application_name: 'plans' })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('alter table webhook_deliveries set (autovacuum_enabled = false)')
  const project = newId('project')
  await client.query(
    `insert into projects (id, name, slug, publishable_key, domain_challenge, created_at, updated_at)
     values ($1, 'Queue', 'queue', 'svc_pk_live_queue', 'x', $2, $2)`,
    [project, NOW],
  )
  await client.query(
    `insert into webhooks (project_id, id, url, events, format, description, state, enabled_at, created_at, updated_at)
     select $1, 'whk_' || n, 'http://127.0.0.1:9/', '{*}', 'standard', '', 'enabled', $2, $2, $2 from generate_series(1, $3::int) n`,
    [project, NOW, webhooks],
  )
  await client.query(
    `insert into webhook_deliveries (project_id, id, webhook_id, event_id, event_type, state, due_at, created_at)
     select $1, 'dlv_' || w || '_' || n, 'whk_' || w, 'evt_' || n, 'vote.cast', 'waiting', $2, $2
     from generate_series(1, $3::int) w, generate_series(1, $4::int) n`,
    [project, dueAt, webhooks, each],
  )
  /** How many rows the statements of some work look at. */
  return async (work: (call: ServiceCall) => Promise<unknown>) => {
    let rows = 0
    const sql = sqlOn(async ({ text }, values) => {
      const { rows: answer } = await client.query(`explain (analyze, format json) ${text}`, values)
      rows += rowsRead(answer[0]['QUERY PLAN'][0].Plan as PlanNode)
      return text.includes('update') ? [] : (await client.query(text, values)).rows
    })
    const places = { apiOrigin: '', boardOrigin: '' }
    await work(systemCall({ sql, transaction: (inner) => inner(sql), openSnapshot: notAsked }, places, NOW))
    return rows
  }
}

// Guarantees that a receiver that has been dead for days costs each look for work as little as one that just failed.
test('10,000 waiting deliveries cost a look for work no more rows than ten', async () => {
  const poll = (call: ServiceCall) => dueWebhooks(call, { busy: [], most: 200 })
  const few = await startQueue(1, 10, SOON)
  const many = await startQueue(1, 10_000, SOON)
  expect(await many(poll)).toBeLessThanOrEqual(await few(poll))
  const due = await startQueue(2, 5_000, NOW)
  const found: unknown[] = []
  const rows = await due(async (call) => found.push(...(await poll(call))))
  expect(found).toHaveLength(2)
  expect(rows).toBeLessThan(20)
})

test('taking a portion reads that portion', async () => {
  const due = await startQueue(3, 4_000, NOW)
  const rows = await due(async (call) => {
    const [first] = await dueWebhooks(call, { busy: [], most: 1 })
    if (first) await takeDeliveries(call, first, 50)
  })
  expect(rows).toBeLessThan(500)
})
