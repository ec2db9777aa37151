import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '../../src/domain/call/index.ts'
import {
  closeReader,
  endOfLogNow,
  heldBackMs,
  openReader,
  settleEventOrder,
  takeEvents,
} from '../../src/domain/events/index.ts'
import { eventsAfter, eventsByIds, positionAt, recordEvent } from '../../src/domain/events/inside.ts'
import { housekeeping } from '../../src/housekeeping.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'
import { settled } from './settled.ts'

/** A project on a database without others: readers are told of what happens in all projects. */
async function startAlone(): Promise<TestProject> {
  return startProject({ service: await emptiedService() })
}

/** The same for a test that changes tables, or what is set once for a database. */
async function startOnOwn(environment: Record<string, string> = {}): Promise<TestProject> {
  const { connection } = await ownDatabase()
  return startProject({ service: await startService(environment, undefined, connection) })
}

/** Everything that is there for a reader, in the order in which it is given. */
async function takeAll({ call, service }: TestProject, reader: string): Promise<string[]> {
  await settled(service.database)
  const taken: string[] = []
  const take = () =>
    takeEvents(call(), reader, 3, async (_, events) => void taken.push(...events.map(({ type }) => type)))
  while ((await take()) > 0);
  return taken
}

test('a reader begins with what happens after it was opened, and is given each thing once', async () => {
  const project = await startAlone()
  const { server, call } = project
  await server('POST', '/v1/tags', { name: 'Before' })
  await settled(project.service.database)
  await openReader(call(), 'mail')
  await openReader(call(), 'mail')
  expect(await takeAll(project, 'mail')).toEqual([])
  await server('POST', '/v1/posts', { title: 'Dark mode' })
  await settled(project.service.database)
  await openReader(call(), 'webhooks')
  await server('POST', '/v1/tags', { name: 'After' })
  expect(await takeAll(project, 'mail')).toEqual(['post.created', 'tag.created'])
  expect(await takeAll(project, 'mail')).toEqual([])
  expect(await takeAll(project, 'webhooks')).toEqual(['tag.created'])
  await expect(takeAll(project, 'nobody')).rejects.toThrow('no reader "nobody"')
})

test('events are found by their ids in their own project alone', async () => {
  const one = await startProject()
  const other = await startProject()
  const idsIn = async ({ server, call, service }: TestProject) => {
    await server('POST', '/v1/tags', { name: 'Theirs' })
    await settled(service.database)
    const query = { types: ['tag.created'] as const, since: new Date(0), limit: 10 }
    return (await eventsAfter(call(), { tx: 0, seq: 0 }, query)).events.map(({ id }) => id)
  }
  const own = await idsIn(one)
  const theirs = await idsIn(other)
  expect([own.length, theirs.length]).toEqual([1, 1])
  const found = await eventsByIds(one.call(), [...theirs, ...own])
  expect(found.map(({ id }) => id)).toEqual(own)
})

test('work that fails leaves the reader where it was', async () => {
  const project = await startAlone()
  const { server, call } = project
  await settled(project.service.database)
  await openReader(call(), 'mail')
  await server('POST', '/v1/tags', { name: 'After' })
  await settled(project.service.database)
  const failing = takeEvents(call(), 'mail', 100, async ({ sql }) => {
    await sql`delete from tags`
    throw new Error('the work failed')
  })
  await expect(failing).rejects.toThrow('the work failed')
  expect((await server('GET', '/v1/tags')).body.data).toHaveLength(1)
  expect(await takeAll(project, 'mail')).toEqual(['tag.created'])
})

// Guarantees that a second process neither repeats the work of the first nor holds a connection while it waits.
test('while one process takes the events of a reader, another is given none and goes on at once', async () => {
  const project = await startAlone()
  const { server, call } = project
  await settled(project.service.database)
  await openReader(call(), 'mail')
  await openReader(call(), 'webhooks')
  for (const name of ['One', 'Two', 'Three']) await server('POST', '/v1/tags', { name })
  await settled(project.service.database)
  const taken: string[] = []
  const take = (reader: string, meanwhile = async () => {}) =>
    takeEvents(call(), reader, 2, async (_, events) => {
      taken.push(...events.map(({ id }) => `${reader} ${id}`))
      await meanwhile()
    })
  const inTheMeantime: number[] = []
  const first = await take('mail', async () => {
    inTheMeantime.push(await take('mail'), await take('webhooks'))
  })
  expect({ first, inTheMeantime }).toEqual({ first: 2, inTheMeantime: [0, 2] })
  await settled(project.service.database)
  expect(await take('mail')).toBe(1)
  expect(new Set(taken).size).toBe(5)
})

// Guarantees that an event that was not delivered yet is not dropped because it is old.
test('votes go with their month once that is old and every reader has read it; all else stays', async () => {
  const project = await startOnOwn({ EVENTS_KEPT_DAYS: '30' })
  const { app, server, signIn, call, service } = project
  const { sql } = service.database
  await openReader(call(), 'mail')
  const { session } = await signIn()
  const { id } = (await server('POST', '/v1/posts', { title: 'Dark mode' })).body
  await app('PUT', `/v1/posts/${id}/vote`, { session })
  const tidy = () => housekeeping(service.database, service.config).run({})
  const votes = async () => (await sql`select 1 from events where type = 'vote.cast'`).length
  // As if this month were one of long ago.
  await sql`do $$ begin
    execute format('alter table events detach partition %I', 'events_' || to_char(event_month(), 'YYYY_MM'));
    execute format('alter table %I rename to events_2020_01', 'events_' || to_char(event_month(), 'YYYY_MM'));
    update events_2020_01 set month = '2020-01-01';
    alter table events attach partition events_2020_01 for values from ('2020-01-01') to ('2020-02-01');
  end $$`
  await tidy()
  expect(await votes()).toBe(1) // no reader has read it yet
  expect(await takeAll(project, 'mail')).toContain('vote.cast')
  await tidy()
  expect(await votes()).toBe(0)
  expect(await sql`select to_regclass('events_2020_01') as part`).toEqual([{ part: null }])
  expect((await sql`select 1 from events where type = 'post.created'`).length).toBe(1)
  // The month that was taken away was made again: people vote on.
  await app('DELETE', `/v1/posts/${id}/vote`, { session })
  expect(await takeAll(project, 'mail')).toEqual(['vote.withdrawn'])
})

test('a reader that was closed holds no month back', async () => {
  const project = await startAlone()
  const { call, service } = project
  await openReader(call(), 'mail')
  await closeReader(call(), 'mail')
  expect(await service.database.sql`select name from event_readers`).toEqual([])
})

// Guarantees that a dump can be restored into any server, although its transaction numbers start again there.
test('after a restore into another server new events come after old ones, for readers too', async () => {
  const project = await startOnOwn()
  const { server, call, service } = project
  const { sql } = service.database
  await settled(service.database)
  await openReader(call(), 'mail')
  await server('POST', '/v1/tags', { name: 'Old' })
  // As a dump of a server looks that has seen far more transactions.
  await sql`update events set tx = tx + 1000000000`
  await sql`update event_readers set tx = tx + 1000000000`
  await settleEventOrder(call())
  expect(await takeAll(project, 'mail')).toEqual(['tag.created'])
  await server('POST', '/v1/posts', { title: 'New' })
  expect(await takeAll(project, 'mail')).toEqual(['post.created'])
  const [before] = await sql`select base from event_base`
  await settleEventOrder(call())
  expect((await sql`select base from event_base`)[0]).toEqual(before)
})

// Guarantees that a reader that begins during a slow transaction gets its events, although later transactions ended before it.
test('a reader that begins at a time does not skip a transaction that still runs', async () => {
  const project = await startAlone()
  const { server, call } = project
  const began = new Date(call().now.getTime() - 1_000)
  await project.service.database.sql`update events set tx = null, seq = null` // as if nothing had happened for a while
  const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>()
  const slow = inTransaction(call(), async (call) => {
    await recordEvent(call, { type: 'project.updated', subject: call.project.id, data: { members: [] } })
    hasWritten()
    await goOn
  })
  await written
  await server('POST', '/v1/tags', { name: 'Sooner done' })
  const from = await positionAt(call(), began)
  letGo()
  await slow
  await settled(project.service.database)
  const query = { types: ['project.updated', 'tag.created'] as const, since: began, limit: 10 }
  const { events } = await eventsAfter(call(), from, query)
  expect(events.map(({ type }) => type)).toEqual(['project.updated', 'tag.created'])
})

// Guarantees that a long transaction of another program on the same server, such as a dump or a report, delays nothing here.
test('a transaction of another database of the server holds no reader back', async () => {
  const project = await startAlone()
  const { server, call } = project
  await settled(project.service.database)
  await openReader(call(), 'mail')
  const { connection } = await ownDatabase({ isMigrated: false })
  const other = new pg.Client(connection)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  await other.query('create table written ()')
  await server('POST', '/v1/tags', { name: 'After' })
  expect(await takeAll(project, 'mail')).toEqual(['tag.created'])
  expect(await heldBackMs(call())).toBe(0)
})

// Guarantees that nothing is missed between two reads: who follows the log tells what comes after one end, and reads what came before it a moment later.
test('the end of the log never goes back while other databases of the server write', async () => {
  const { call } = await startAlone()
  const { connection } = await ownDatabase({ isMigrated: false })
  let isOver = false
  const write = async () => {
    const other = new pg.Client(connection)
    await other.connect()
    for (; !isOver; ) await other.query('select pg_current_xact_id(), pg_sleep(0.003)')
    await other.end()
  }
  const writing = Array.from({ length: 8 }, write)
  const ends: number[] = []
  for (let read = 0; read < 1_000; read += 1) ends.push((await endOfLogNow(call())).tx)
  isOver = true
  await Promise.all(writing)
  expect(ends).toEqual(ends.toSorted((a, b) => a - b))
  expect(new Set(ends).size).toBeGreaterThan(100)
})

// Guarantees that what a reader's work records is not behind the reader's position.
test('a transaction does not read past itself: its own events come after all that it reads', async () => {
  const project = await startAlone()
  const { server, call } = project
  await settled(project.service.database)
  await openReader(call(), 'mail')
  const query = { types: ['project.updated', 'tag.created'] as const, since: new Date(0), limit: 10 }
  const seen = await inTransaction(call(), async (call) => {
    await recordEvent(call, { type: 'project.updated', subject: call.project.id, data: { members: [] } })
    await server('POST', '/v1/tags', { name: 'Later begun' })
    return eventsAfter(call, { tx: 0, seq: 0 }, query)
  })
  expect(seen.events).toEqual([])
  expect(await takeAll(project, 'mail')).toEqual(['project.updated', 'tag.created'])
})
