import { Ajv2020 } from 'ajv/dist/2020.js'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SHOWN_TYPES } from '../../src/domain/event-feed/index.ts'
import { EVENTS, type EventType } from '../../src/domain/events/index.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'
import { doEverything } from './everything.ts'
import { settled } from './settled.ts'

interface EventJson {
  readonly id: string
  readonly sequence: number
  readonly type: string
  readonly actor: { readonly kind: string; readonly id: string | null }
  readonly subject: { readonly kind: string; readonly id: string }
  readonly data: Readonly<Record<string, unknown>>
}

/** Everything up to now, page by page, and where to go on. */
async function readAll({ server, service }: TestProject, query: Record<string, string> = {}) {
  await settled(service.database)
  const events: EventJson[] = []
  let cursor: string | undefined
  for (;;) {
    const { status, body } = await server(
      'GET',
      `/v1/events?${new URLSearchParams({ ...query, ...(cursor && { cursor }) })}`,
    )
    expect(status).toBe(200)
    expect(body.next_cursor).toEqual(expect.any(String))
    if (body.data.length === 0) return { events, cursor: body.next_cursor as string }
    events.push(...body.data)
    cursor = body.next_cursor
  }
}

// Guarantees that events match their documented schemas. service/test/webhooks/bodies.test.ts says the same of what webhooks send.
test('events of every type match their schema in the OpenAPI document and contain no e-mail address and no trait', async () => {
  const project = await startProject()
  await doEverything(project)
  const { events } = await readAll(project)
  expect([...new Set(events.map(({ type }) => type))].sort()).toEqual(SHOWN_TYPES)

  const document = JSON.parse(JSON.stringify(project.service.openapi()))
  expect(Object.keys(document.webhooks).sort()).toEqual([...SHOWN_TYPES, 'webhook.test'])
  const ajv = new Ajv2020({ strict: false, validateFormats: false, schemas: [{ ...document, $id: 'api' }] })
  for (const { id, type, data } of events) {
    const place = `api#/webhooks/${type}/post/requestBody/content/application~1json/schema/properties/data`
    const fits = ajv.getSchema(place)
    expect({ type, id, fits: fits?.(data), errors: fits?.errors ?? [] }).toMatchObject({ fits: true, errors: [] })
  }
  const text = JSON.stringify(events)
  expect(text).not.toContain('@example.com')
  expect(events.find(({ type }) => type === 'user.erased')?.data).toMatchObject({ sub: null, state: 'erased' })
  const { events: made } = await readAll(project, { type: 'user.banned' })
  expect(made[0]?.data).toMatchObject({ sub: null, given_name: 'Ada' })
  expect(text).not.toMatch(/"traits"|"email":"|"email_verified"/)
  const rows = await project.service.database.sql<{ type: EventType; data: object }[]>`
    select type, data from events where project_id = ${project.project.id}`
  for (const { type, data } of rows) {
    expect({ type, data, fits: ajv.validate(EVENTS[type].data, data) }).toMatchObject({ fits: true })
  }
})

test('an event holds the thing as it is now with its version, who did it, and what it changed', async () => {
  const project = await startProject()
  const { app, server, signIn } = project
  const { session, userId } = await signIn()
  const post = (await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })).body.id
  await server('PATCH', `/v1/posts/${post}`, { title: 'A dark mode' })
  const about = (await readAll(project)).events.filter(({ subject }) => subject.id === post)
  const shown = (await server('GET', `/v1/posts/${post}`)).body
  expect(about.map(({ type, actor, data }) => [type, actor.kind, data.title, data.version, data.change])).toEqual([
    ['vote.cast', 'user', undefined, expect.any(Number), {}],
    ['follow.started', 'user', undefined, expect.any(Number), {}],
    ['post.created', 'user', 'A dark mode', 2, { number: 1 }],
    ['post.updated', 'server', 'A dark mode', 2, { members: ['title'], from_version: 1 }],
  ])
  expect(about[2]).toMatchObject({ actor: { id: userId }, subject: { kind: 'post', id: post }, data: shown })
  expect(about[0]?.data).toMatchObject({ post_id: post, user: { id: userId } })

  await server('DELETE', `/v1/posts/${post}`)
  const after = (await readAll(project, { type: 'post.deleted' })).events
  expect(after.map(({ data }) => data)).toEqual([{ id: post, is_gone: true, change: {} }])
})

// Guarantees what docs/guides/events.md needs for a copy; service/test/crash/rebuild.test.ts keeps one.
test('a vote that takes over one of a merge is an event, and a sequence says what happened first', async () => {
  const project = await startProject()
  const { app, server, signIn } = project
  const { session } = await signIn()
  const write = async (title: string) => (await server('POST', '/v1/posts', { title })).body.id
  const [from, to] = [await write('Night theme'), await write('Dark mode')]
  await app('PUT', `/v1/posts/${from}/vote`, { session })
  await server('POST', `/v1/posts/${from}/merge`, { into_post_id: to })
  await app('PUT', `/v1/posts/${to}/vote`, { session })
  await app('PUT', `/v1/posts/${to}/vote`, { session })
  await server('POST', `/v1/posts/${from}/unmerge`)
  expect((await server('GET', `/v1/posts/${to}`)).body.vote_count).toBe(1)
  const { events } = await readAll(project)
  const told = events.filter(({ type }) => /^vote|merged$/.test(type)).toSorted((a, b) => a.sequence - b.sequence)
  expect(told.map(({ type, subject }) => [type, subject.id])).toEqual([
    ['vote.cast', from],
    ['post.merged', from],
    ['vote.cast', to],
    ['post.unmerged', from],
  ])
})

test('an erasure says which posts and comments it deleted', async () => {
  const project = await startProject({ draft: { requiresApproval: true } })
  const { app, server, signIn } = project
  const { session, userId } = await signIn()
  const { body: topic } = await server('POST', '/v1/posts', { title: 'A topic' })
  const post = (await app('POST', '/v1/posts', { session, body: { title: 'It waits' } })).body.id
  const gone = (await app('POST', '/v1/posts', { session, body: { title: 'Deleted before' } })).body.id
  await server('DELETE', `/v1/posts/${gone}`)
  const comment = (await app('POST', `/v1/posts/${topic.id}/comments`, { session, body: { body: 'It waits.' } })).body
    .id
  await server('POST', `/v1/users/${userId}/erase`)
  const { events } = await readAll(project, { type: 'post.deleted' })
  const { events: comments } = await readAll(project, { type: 'comment.deleted' })
  expect(events.map(({ subject }) => subject.id)).toEqual([gone, post])
  expect(comments.map(({ subject }) => subject.id)).toEqual([comment])
})

test('events hold nothing of an erased person but the id, and public texts of a deleted user', async () => {
  const project = await startProject()
  const { app, server, signIn } = project
  const { session, userId } = await signIn({ given_name: 'Wilhelmina', family_name: 'Unmistakable' })
  await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })
  await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
  expect(JSON.stringify((await readAll(project)).events)).toContain('Wilhelmina')
  await server('POST', `/v1/users/${userId}/erase`)
  const { events } = await readAll(project)
  expect(JSON.stringify(events)).not.toMatch(/Wilhelmina|Unmistakable/)
  expect(events.find(({ type }) => type === 'post.created')).toMatchObject({
    actor: { kind: 'user', id: userId },
    data: { title: 'Dark mode', author: { id: userId, display_name: 'deleted user' } },
  })
})

test('since an event or a moment, of some types, page by page, in one order and without another project’s', async () => {
  const project = await startProject()
  const { server } = project
  const other = await startProject({ service: project.service })
  for (let n = 1; n <= 5; n += 1) await server('POST', '/v1/posts', { title: `Wish ${n}` })
  await other.server('POST', '/v1/posts', { title: 'Elsewhere' })
  await server('POST', '/v1/tags', { name: 'Not told' })
  const { events } = await readAll(project)
  const ids = events.map(({ id }) => id)
  expect((await readAll(project, { limit: '2' })).events.map(({ id }) => id)).toEqual(ids)
  expect((await readAll(project, { since: ids[3] ?? '' })).events.map(({ id }) => id)).toEqual(ids.slice(4))
  const soon = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  expect((await readAll(project, { since: soon })).events).toEqual([])
  expect((await readAll(project, { since: '2020-01-01T00:00:00Z' })).events.map(({ id }) => id)).toEqual(ids)
  const created = events.filter(({ type }) => type === 'post.created').map(({ id }) => id)
  expect(created).toHaveLength(5)
  expect((await readAll(project, { type: 'post.created', limit: '2' })).events.map(({ id }) => id)).toEqual(created)
  await settled(project.service.database)
  const both = await server('GET', '/v1/events?type=post.created&type=signing_key.added')
  expect(both.body.data.map(({ type }: EventJson) => type)).toContain('signing_key.added')

  const { body } = await server('GET', '/v1/events?limit=1')
  expect(await server('GET', `/v1/events?type=post.created&cursor=${body.next_cursor}`)).toMatchObject({
    status: 400,
    body: { code: 'cursor_invalid' },
  })
  expect((await other.server('GET', `/v1/events?cursor=${body.next_cursor}`)).status).toBe(400)
  expect(
    (await server('GET', `/v1/events?since=${ids[0]?.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`)).status,
  ).toBe(404)
  const never = ['2026-02-30T00:00:00Z', '2026-04-31T00:00:00%2B02:00', '2026-01-01T24:00:00Z'].map(
    (time) => `since=${time}`,
  )
  for (const query of [...never, 'type=tag.created', 'wait=26', 'wait=-1', 'since=yesterday', 'limit=0', 'kind=post']) {
    expect(await server('GET', `/v1/events?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  }
})

test('events older than EVENTS_KEPT_DAYS are not returned', async () => {
  const project = await startProject({ environment: { EVENTS_KEPT_DAYS: '30' } })
  const { server, service } = project
  const { id } = (await server('POST', '/v1/posts', { title: 'Long ago' })).body
  await service.database.sql`update events set at = at - interval '31 days' where subject_id = ${id}`
  const { events } = await readAll(project)
  expect(events.filter(({ subject }) => subject.id === id)).toEqual([])
})

/** As a client waits: as often as it takes. */
async function untilTold({ server }: TestProject, cursor: string) {
  for (let from = cursor; ; ) {
    const { body } = await server('GET', `/v1/events?type=post.created&wait=25&cursor=${from}`)
    if (body.data.length > 0) return body
    from = body.next_cursor
  }
}

// Guarantees that a server gets an event at once, without polling every second.
test('a request that waits is answered when something happens, and only with what it asked for', async () => {
  const project = await startProject()
  const { server } = project
  const { cursor } = await readAll(project, { type: 'post.created' })
  const waiting = untilTold(project, cursor)
  await server('PATCH', '/v1/project', { name: 'Harbour' }) // of another type: it goes on waiting
  const { id } = (await server('POST', '/v1/posts', { title: 'Dark mode' })).body
  const body = await waiting
  expect(body.data.map(({ type, subject }: EventJson) => [type, subject.id])).toEqual([['post.created', id]])
  const { body: next } = await server('GET', `/v1/events?type=post.created&wait=1&cursor=${body.next_cursor}`)
  expect(next.data).toEqual([])
})

/** How often this process reads the log of a project, and how often it looks whether there is anything for those who wait. */
function countReadings(projectId: string) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const sent = (text: string) =>
    query.mock.calls.filter(([sent]) => {
      const statement = sent as unknown as { text?: string; values?: unknown[] } // the driver takes texts as well
      return statement.text?.includes(text) && statement.values?.flat().includes(projectId)
    }).length
  return { reads: () => sent('with scanned as'), looks: () => sent('with ordinality as w') }
}

// Guarantees that a request that waits for a rare type on a busy board does not read the log at each vote.
test('a request that waits reads again when there is something for it, not for what others may ask for', async () => {
  const project = await startProject()
  const { app, server, signIn, service } = project
  const { session } = await signIn()
  const { id } = (await server('POST', '/v1/posts', { title: 'Dark mode' })).body
  const { cursor } = await readAll(project, { type: 'changelog.published' })
  const { reads, looks } = countReadings(project.project.id)
  const waiting = server('GET', `/v1/events?type=changelog.published&wait=25&cursor=${cursor}`)
  for (const method of ['PUT', 'DELETE', 'PUT', 'DELETE'] as const) {
    await app(method, `/v1/posts/${id}/vote`, { session })
    await settled(service.database)
    const before = looks()
    await expect.poll(looks).toBeGreaterThan(before + 1) // one that began after the vote
  }
  expect(reads()).toBe(1)
  await server('POST', '/v1/changelog', { title: 'Dark', body: 'It is.', state: 'published' })
  const { body } = await waiting
  expect(body.data.map(({ type }: EventJson) => type)).toEqual(['changelog.published'])
  expect(reads()).toBe(2)
})

// Guarantees that one request costs one scan of 2,000 rows, whatever it asks for, and that who begins far back is not kept waiting.
test('before the end of the log a request does not wait and reads once, and its cursor leads on', async () => {
  const project = await startProject()
  const { server, service } = project
  const { cursor } = await readAll(project, { type: 'changelog.published' })
  await service.database.sql`
    insert into events (project_id, id, type, at, actor_kind, subject_id, data, month, tx, seq)
    select ${project.project.id}, 'evt_' || n, 'tag.created', now(), 'system', 'tag_1', '{}', 'infinity',
      pg_current_xact_id()::text::bigint + (select base from event_base), nextval('event_seq') from generate_series(1, 5000) as n`
  await server('POST', '/v1/changelog', { title: 'Dark', body: 'It is.', state: 'published' })
  await settled(service.database)
  const { reads, looks } = countReadings(project.project.id)
  const told: string[][] = []
  for (let from = cursor; told.flat().length === 0; ) {
    const { body } = await server('GET', `/v1/events?type=changelog.published&wait=25&cursor=${from}`)
    told.push(body.data.map(({ type }: EventJson) => type))
    from = body.next_cursor
  }
  expect(told).toEqual([[], [], ['changelog.published']])
  expect({ reads: reads(), looks: looks() }).toEqual({ reads: 3, looks: 0 })
})

test('requests that wait end when the service stops, with a cursor to go on from', async () => {
  const service = await startService()
  const project = await startProject({ service })
  const { server } = project
  const { cursor } = await readAll(project)
  const waiting = Array.from({ length: 3 }, () => server('GET', `/v1/events?wait=25&cursor=${cursor}`))
  await expect.poll(() => service.database.pool.idleCount === service.database.pool.totalCount).toBe(true)
  await server('GET', '/v1/version')
  const stopping = service.stop()
  for (const { status, body } of await Promise.all(waiting)) {
    expect(status).toBe(200)
    expect(body).toEqual({ data: [], next_cursor: expect.any(String) })
  }
  await stopping
})

test('more waiting requests of a project than it may have are refused, and others are not', async () => {
  const project = await startProject()
  const other = await startProject({ service: project.service })
  const { cursor } = await readAll(project)
  const gone = new AbortController()
  onTestFinished(() => gone.abort())
  const ask = () =>
    fetch(`${project.service.origin}/v1/events?wait=25&cursor=${cursor}`, {
      headers: { authorization: `Bearer ${project.secretKey}` },
      signal: gone.signal,
    })
  const answers = Array.from({ length: 21 }, () => ask().catch(() => undefined))
  const refused = await Promise.race(answers)
  expect(refused?.status).toBe(429)
  expect(refused?.headers.get('retry-after')).toBe('5')
  expect((await other.server('GET', '/v1/events?wait=1')).status).toBe(200)
})

test('a request whose key is revoked while it waits gets no events', async () => {
  const project = await startProject()
  const { server } = project
  const { issueSecretKey, revokeSecretKey } = await import('../../src/domain/caller-keys/index.ts')
  const { secretKey, secret } = await issueSecretKey(project.call(), { name: 'Robot', scopes: ['events:read'] })
  const { cursor } = await readAll(project)
  const waiting = fetch(`${project.service.origin}/v1/events?wait=25&cursor=${cursor}`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  await revokeSecretKey(project.call(), secretKey.id)
  await server('POST', '/v1/posts', { title: 'Not for you' })
  expect((await waiting).status).toBe(401)
})
