import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import {
  type Project,
  type ProjectCall,
  type ServiceCall,
  systemCall,
  systemCallIn,
} from '../../src/domain/call/index.ts'
import { heldBackMs, openReader, readerLags, scanAfter, takeEvents } from '../../src/domain/events/index.ts'
import { eventsAfter, positionAt, positionOf } from '../../src/domain/events/inside.ts'
import { idAt, newId } from '../../src/foundation/ids/index.ts'
import { sqlOn } from '../../src/foundation/storage/sql.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { type PlanNode, rowsRead } from '../plans/plan.ts'

const notAsked = () => Promise.reject(new Error('No snapshot is asked for here.'))

const ROWS = 40_000
const NOW = new Date('2026-11-15T12:00:00Z')

/** A log that was just filled, most of it by one project, in tables without statistics. */
async function startFull({ rows: count = ROWS, isOneTransaction = false } = {}) {
  const { connection } = await ownDatabase()
  const client = new pg.Client({ ...connection, application_name: 'plans' })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows: parts } = await client.query(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'events'::regclass`,
  )
  for (const { name } of parts) await client.query(`alter table ${name} set (autovacuum_enabled = false)`)
  const project = newId('project')
  await client.query(
    `insert into events (project_id, id, type, at, actor_kind, actor_id, subject_id, post_id, data, month, tx, seq)
     select case when n % 10 = 0 then 'prj_other' else $1 end, $2 || lpad(n::text, 16, '0'),
       case when n % 4 = 0 then 'post.updated' else 'vote.cast' end, $3, 'user', 'usr_1', 'pst_1', 'pst_1', '{}',
       case when n % 4 = 0 then 'infinity' else event_month() end, case when $5 then 0 else n end - 1000000, n
     from generate_series(1, $4::int) as n order by n`,
    [project, idAt('event', NOW).slice(0, 14), NOW, count, isOneTransaction],
  )
  /** How many rows the statements of some work look at. */
  const looked = async (work: (call: ProjectCall & ServiceCall) => Promise<unknown>) => {
    let rows = 0
    const sql = sqlOn(async ({ text }, values) => {
      if (/^\s*(?:select|with)/.test(text)) {
        const { rows: answer } = await client.query(`explain (analyze, format json) ${text}`, values)
        rows += rowsRead(answer[0]['QUERY PLAN'][0].Plan as PlanNode)
      }
      return (await client.query(text, values)).rows
    })
    const places = { apiOrigin: '', boardOrigin: '' }
    const transaction = async <Result>(inner: (given: typeof sql) => Promise<Result>) => {
      await client.query('begin')
      const result = await inner(sql)
      await client.query('commit')
      return result
    }
    const known = { id: project } as Project // the log asks for no more
    await work(systemCallIn(systemCall({ sql, transaction, openSnapshot: notAsked }, places, NOW), known))
    return rows
  }
  return { client, looked }
}

const START = { tx: -990_000, seq: 0 }

// Guarantees that readers cost the same however long the log is, also before PostgreSQL has statistics.
test('without statistics and with fresh ones a reader looks at what it takes, and no more', async () => {
  const { client, looked } = await startFull()
  for (const statistics of ['missing', 'fresh']) {
    if (statistics === 'fresh') await client.query('analyze')
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      const query = { types: ['post.updated'] as const, since: NOW, limit: 20 }
      expect(await looked((call) => eventsAfter(call, START, query))).toBeLessThan(5_000)
      expect(await looked((call) => positionAt(call, NOW))).toBeLessThan(1_000)
      expect(await looked((call) => positionOf(call, newId('event')))).toBeLessThan(20)
      expect(await looked((call) => scanAfter(call, [{ projectId: call.project.id, ...START }]))).toBeLessThan(5_000)
      await looked((call) => openReader(call, 'mail'))
      await client.query(`update event_readers set tx = ${START.tx}, seq = 0`)
      expect(await looked(heldBackMs)).toBeLessThan(20)
      expect(await looked(readerLags)).toBeLessThan(20)
      expect(await looked((call) => takeEvents(call, 'mail', 100, async () => {}))).toBeLessThan(1_000)
    }
  }
})

// Guarantees that an import of a million posts is read in portions that all cost the same.
test('a reader within the events of one large transaction looks at what it takes, and no more', async () => {
  const { client, looked } = await startFull({ rows: 20_000, isOneTransaction: true })
  await client.query('analyze')
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`set plan_cache_mode = ${mode}`)
    await looked((call) => openReader(call, 'mail'))
    await client.query('update event_readers set tx = -1000000, seq = 5000')
    expect(await looked((call) => takeEvents(call, 'mail', 100, async () => {}))).toBeLessThan(1_000)
    const { rows } = await client.query('show enable_sort')
    expect(rows).toEqual([{ enable_sort: 'on' }])
  }
})
