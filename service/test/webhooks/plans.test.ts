import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { inProject, type ServiceCall, systemCall } from '../../src/domain/call/index.ts'
import { projectById } from '../../src/domain/projects/index.ts'
import { type DeliveryRow, toDelivery } from '../../src/domain/webhooks/deliveries/delivery.ts'
import { selectDeliveries, sendFailedAgain } from '../../src/domain/webhooks/deliveries/list-store.ts'
import { dueDeliveries, dueWebhooks, settleDeliveries } from '../../src/domain/webhooks/index.ts'
import { newId } from '../../src/foundation/ids/index.ts'
import { sqlOn } from '../../src/foundation/storage/sql.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { type PlanNode, rowsRead } from '../plans/plan.ts'

const notAsked = () => Promise.reject(new Error('No snapshot is asked for here.'))

const NOW = new Date('2026-11-16T12:00:00Z')
const SOON = new Date(NOW.getTime() + 60_000)

/** Webhooks with waiting deliveries, in tables without statistics unless they are analysed. */
async function startQueue(webhooks: number, each: number, dueAt: Date | string, { isAnalysed = false } = {}) {
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
  if (isAnalysed) await client.query('analyze webhook_deliveries')
  /** How many rows the statements of some work look at. */
  const rowsReadBy = async (work: (call: ServiceCall) => Promise<unknown>) => {
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
  return Object.assign(rowsReadBy, {
    client,
    /** So many of them. */
    waiting: async (most: number) => {
      const { rows } = await client.query<DeliveryRow>(
        `select * from webhook_deliveries where state = 'waiting' limit $1`,
        [most],
      )
      return rows.map(toDelivery)
    },
  })
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

// Guarantees that a page costs no more on a webhook with a million deliveries, also if its type or state is rare.
test('a list of all, of one type or of one state reads only deliveries of its page', async () => {
  const queue = await startQueue(2, 4_000, NOW, { isAnalysed: true })
  for (const [filter, most] of [
    [{}, 400],
    [{ type: 'post.created' }, 100],
    [{ state: 'failed' }, 100],
  ] as const) {
    const rows = await queue(async (call) => {
      const [first] = await dueWebhooks(call, { busy: [], most: 1 })
      if (!first) throw new Error('Both are due')
      const inside = inProject(call, await projectById(call, first.projectId))
      await selectDeliveries(inside, first.webhookId, filter, { limit: 50, after: undefined })
    })
    expect([filter, rows < most, rows]).toEqual([filter, true, rows])
  }
})

test('reading a portion reads that portion alone, also if all are due at the same moment', async () => {
  const due = await startQueue(3, 4_000, '2026-11-16T11:59:59.123456Z') // finer than the clock of a process
  const rows = await due(async (call) => {
    const [first] = await dueWebhooks(call, { busy: [], most: 1 })
    if (!first) throw new Error('All are due')
    const sent = await dueDeliveries(call, first, { after: undefined, most: 50 })
    const known = sent.map(({ id }) => id)
    const next = await dueDeliveries(call, first, { after: sent.at(-1), most: 50 })
    expect(next.filter(({ id }) => known.includes(id))).toEqual([])
    expect(next).toHaveLength(50)
  })
  expect(rows).toBeLessThan(120)
})

// Guarantees that results are found by their ids, whatever PostgreSQL believes of the rows that wait: it often counts when nothing waits.
test('writing what became of deliveries reads those rows alone, and sending failed ones again does not read the others', async () => {
  const queue = await startQueue(1, 5_000, NOW)
  await queue.client.query(`update webhook_deliveries set state = 'delivered', settled_at = due_at`)
  await queue.client.query('vacuum analyze webhook_deliveries')
  await queue.client.query(
    `insert into webhook_deliveries (project_id, id, webhook_id, event_id, event_type, state, due_at, created_at)
     select project_id, id || 'x', webhook_id, event_id || 'x', event_type, 'waiting', due_at, created_at from webhook_deliveries`,
  )
  const waiting = await queue.waiting(10)
  const outcome = { kind: 'answered', status: 200, retryAfter: undefined, excerpt: '', ms: 1 } as const
  const settled = waiting.map((delivery) => ({
    delivery: { ...delivery, due: '' },
    at: NOW,
    outcome,
    isAfterFailure: false,
  }))
  expect(await queue((call) => settleDeliveries(call, settled))).toBeLessThan(200)
  const [known] = waiting
  if (!known) throw new Error('Some wait')
  const failedAgain = await queue(async (call) => {
    const inside = inProject(call, await projectById(call, known.projectId))
    await sendFailedAgain(inside, known.webhookId, { since: new Date(0), until: SOON })
  })
  expect(failedAgain).toBeLessThan(20)
})
