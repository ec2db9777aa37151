import pg from 'pg'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { openReader, takeEvents } from '../../src/domain/events/index.ts'
import { meterEvents } from '../../src/event-metrics.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { emptiedDatabase, emptiedService } from '../harness/emptied-database.ts'
import { startProject } from '../harness/project.ts'
import { settled } from './settled.ts'

const HOUR_S = 3_600

async function startMetered() {
  const connection = await emptiedDatabase()
  const service = await emptiedService()
  const project = await startProject({ service })
  const registry = new Registry()
  meterEvents(registry, service.database, service.config)
  /** Undefined: it is not among the numbers. */
  const metric = async (name: string) => {
    const value = new RegExp(`^${name} (.+)$`, 'm').exec(await registry.metrics())?.[1]
    return value === undefined ? undefined : Number(value)
  }
  /** Something happens, and that was a while ago. */
  const happenLongAgo = async () => {
    const { id } = (await project.server('POST', '/v1/tags', { name: `Tag ${Math.random()}` })).body
    await service.database.sql`update events set at = at - interval '1 hour' where subject_id = ${id}`
  }
  return { project, connection, metric, happenLongAgo }
}

// Guarantees that an operator can see a transaction that blocks all readers before clients notice it.
test('a metric shows how long an open transaction holds events back', async () => {
  const { project, connection, metric, happenLongAgo } = await startMetered()
  await settled(project.service.database)
  await expect.poll(() => metric('svc_events_held_back_seconds')).toBe(0)
  const forgotten = new pg.Client(connection)
  await forgotten.connect()
  onTestFinished(() => forgotten.end())
  await forgotten.query('begin; select pg_current_xact_id()')
  await happenLongAgo()
  await project.server('POST', '/v1/tags', { name: 'A later one' })
  await expect.poll(() => metric('svc_events_held_back_seconds')).toBeGreaterThanOrEqual(HOUR_S)
  await forgotten.query('rollback')
  await settled(project.service.database)
  await expect.poll(() => metric('svc_events_held_back_seconds')).toBe(0)
})

test('a metric shows how far each reader is behind', async () => {
  const { project, metric, happenLongAgo } = await startMetered()
  const { call, service } = project
  const mail = 'svc_event_reader_lag_seconds{reader="mail"}'
  await expect.poll(() => metric(mail)).toBeUndefined()
  await settled(service.database)
  await openReader(call(), 'mail')
  await expect.poll(() => metric(mail)).toBe(0)
  await happenLongAgo()
  await settled(service.database)
  await expect.poll(() => metric(mail)).toBeGreaterThanOrEqual(HOUR_S)
  await takeEvents(call(), 'mail', 10, async () => {})
  await expect.poll(() => metric(mail)).toBe(0)
})

test('without a database these metrics are absent, and all others are there', async () => {
  const database = await joinStorage({ connection: await emptiedDatabase(), schemaVersion: 0 }, () => {})
  const registry = new Registry()
  meterEvents(registry, database, { apiOrigin: '', boardOrigin: '' })
  await expect.poll(() => registry.metrics()).toContain('svc_events_held_back_seconds 0')
  await database.close()
  expect(await registry.metrics()).not.toMatch(/^svc_events_held_back_seconds/m)
})
