import { expect, test } from 'vitest'
import { announcements } from '../../src/announcements.ts'
import { announceDue } from '../../src/domain/changelog/index.ts'
import { startProject, type TestProject } from '../harness/project.ts'

const MINUTE = 60_000

/** A project whose clock the test moves. It begins at the real time, since the job looks at all projects of the run. */
async function startAt() {
  let now = Date.now()
  const board = await startProject({ now: () => new Date(now) })
  return {
    ...board,
    wait: (minutes: number) => {
      now += minutes * MINUTE
    },
    inMinutes: (minutes: number) => new Date(now + minutes * MINUTE).toISOString(),
  }
}

async function eventsOf({ service, project }: TestProject, id: string) {
  const rows = await service.database.sql<{ type: string; actor_kind: string; data: object }[]>`
    select type, actor_kind, data from events where project_id = ${project.id} and subject_id = ${id} order by id`
  return rows
}

const publications = async (board: TestProject, id: string) =>
  (await eventsOf(board, id)).filter(({ type }) => type === 'changelog.published')

// Guarantees that nothing has to run for an entry to become public.
test('a scheduled entry is public from the second of its time, and announced once by the job', async () => {
  const board = await startAt()
  const { app, server, wait, inMinutes } = board
  const publishAt = inMinutes(10)
  const { body: entry } = await server('POST', '/v1/changelog', {
    title: 'Soon',
    state: 'scheduled',
    publish_at: publishAt,
  })
  expect(entry).toMatchObject({ state: 'scheduled', publish_at: publishAt })
  const path = `/v1/changelog/${entry.id}`
  wait(10 - 1 / MINUTE)
  await announceDue(board.call())
  expect((await app('GET', path)).status).toBe(404)
  expect((await app('GET', '/v1/changelog')).body.data).toEqual([])
  expect(await publications(board, entry.id)).toEqual([])
  wait(1 / MINUTE)
  expect((await app('GET', path)).body).toEqual({ ...entry, state: 'published' })
  expect((await app('GET', '/v1/changelog')).body.data).toHaveLength(1)
  expect((await server('GET', '/v1/changelog?state=scheduled')).body.data).toEqual([])

  await Promise.all(Array.from({ length: 8 }, () => announceDue(board.call())))
  await announceDue(board.call())
  const [created, ...published] = await eventsOf(board, entry.id)
  expect(created).toMatchObject({ type: 'changelog.created', actor_kind: 'secret_key' })
  expect(published).toEqual([{ type: 'changelog.published', actor_kind: 'system', data: { publish_at: publishAt } }])
  expect((await app('GET', path)).headers.get('etag')).toBe('"1"')
})

test('the job announces what is due by the clock of the database', async () => {
  const board = await startAt()
  const { server, service, inMinutes, wait } = board
  const { body: due } = await server('POST', '/v1/changelog', {
    title: 'Due',
    state: 'scheduled',
    publish_at: inMinutes(1),
  })
  const { body: later } = await server('POST', '/v1/changelog', {
    title: 'Later',
    state: 'scheduled',
    publish_at: inMinutes(60),
  })
  await service.database.sql`
    update changelog_entries set publish_at = ${new Date(Date.now() - 1000)} where project_id = ${board.project.id} and id = ${due.id}`
  wait(120)
  await announcements(service.database, service.config).run({})
  expect(await publications(board, due.id)).toHaveLength(1)
  expect(await publications(board, later.id)).toEqual([])
})

test('publishing directly is announced at once, and never again', async () => {
  const board = await startAt()
  const { app, server, wait, inMinutes } = board
  const { body: entry } = await server('POST', '/v1/changelog', { title: 'A draft' })
  expect(entry).toMatchObject({ state: 'draft', publish_at: null })
  const path = `/v1/changelog/${entry.id}`
  const patch = async (body: object) => (await server('PATCH', path, body)).body
  wait(1)
  const published = await patch({ state: 'published' })
  expect(published).toMatchObject({ state: 'published', publish_at: inMinutes(0), updated_at: inMinutes(0) })
  expect((await eventsOf(board, entry.id)).map(({ type }) => type)).toEqual([
    'changelog.created',
    'changelog.updated',
    'changelog.published',
  ])

  wait(1)
  expect(await patch({ state: 'published' })).toMatchObject({ publish_at: published.publish_at }) // it stays where it is
  expect(await patch({ state: 'draft' })).toMatchObject({ state: 'draft', publish_at: null })
  expect((await app('GET', path)).status).toBe(404)
  expect(await patch({ state: 'scheduled', publish_at: inMinutes(5) })).toMatchObject({ state: 'scheduled' })
  wait(5)
  await announceDue(board.call())
  expect((await app('GET', path)).body.state).toBe('published')
  expect(await patch({ state: 'draft' })).toMatchObject({ state: 'draft' })
  expect(await patch({ state: 'published' })).toMatchObject({ state: 'published', publish_at: inMinutes(0) })
  expect(await publications(board, entry.id)).toHaveLength(1)
})

test('an entry that became a draft before its announcement is announced when it is published', async () => {
  const board = await startAt()
  const { server, wait, inMinutes } = board
  const { body: entry } = await server('POST', '/v1/changelog', {
    title: 'Too early',
    state: 'scheduled',
    publish_at: inMinutes(1),
  })
  wait(2)
  await server('PATCH', `/v1/changelog/${entry.id}`, { state: 'draft' })
  await announceDue(board.call())
  expect(await publications(board, entry.id)).toEqual([])
  await server('PATCH', `/v1/changelog/${entry.id}`, { state: 'published' })
  expect(await publications(board, entry.id)).toHaveLength(1)
})

test('an entry of the past is published with the time it had', async () => {
  const board = await startAt()
  const { body } = await board.server('POST', '/v1/changelog', {
    title: 'Long ago',
    state: 'published',
    publish_at: '2019-05-01T12:00:00+02:00',
  })
  expect(body).toMatchObject({ state: 'published', publish_at: '2019-05-01T10:00:00.000Z' })
  expect(await publications(board, body.id)).toMatchObject([{ data: { publish_at: '2019-05-01T10:00:00.000Z' } }])
})

// Guarantees that the event is exact however a person and the job meet.
test('an entry is announced once although requests and jobs race for it', async () => {
  const board = await startAt()
  const { server, wait, inMinutes } = board
  for (let round = 0; round < 5; round += 1) {
    const scheduled = { title: 'Race', state: 'scheduled', publish_at: inMinutes(1) }
    const { body: entry } = await server('POST', '/v1/changelog', round % 2 ? scheduled : { title: 'Race' })
    wait(2)
    const [patches] = await Promise.all([
      Promise.all(
        Array.from({ length: 10 }, () => server('PATCH', `/v1/changelog/${entry.id}`, { state: 'published' })),
      ),
      ...Array.from({ length: 3 }, () => announceDue(board.call())),
    ])
    expect(patches.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(patches.map(({ headers }) => headers.get('etag'))).size).toBe(10)
    expect(await publications(board, entry.id)).toHaveLength(1)
  }
})

test.each([
  ['draft', { publish_at: -10 }],
  ['draft', { state: 'draft', publish_at: -10 }],
  ['draft', { state: 'draft', publish_at: 10 }],
  ['draft', { state: 'scheduled' }],
  ['draft', { state: 'scheduled', publish_at: 0 }],
  ['draft', { state: 'scheduled', publish_at: -10 }],
  ['draft', { state: 'scheduled', publish_at: '9999-12-31T23:59:59-23:59' }],
  ['draft', { state: 'published', publish_at: 10 }],
  ['draft', { state: 'published', publish_at: '1969-12-31T23:59:59Z' }],
  ['draft', { state: 'published', publish_at: '0000-01-01T00:00:00Z' }],
  ['draft', { state: 'published', publish_at: '2016-12-31T23:59:60Z' }],
  ['scheduled', { publish_at: -10 }],
  ['scheduled', { state: 'draft', publish_at: 10 }],
  ['scheduled', { state: 'published', publish_at: 10 }],
  ['published', { publish_at: 10 }],
  ['published', { state: 'scheduled' }],
] as const)(
  'a %s entry cannot become %j',
  async (before, {
    publish_at: time,
    ...rest
  }: {
    state?: string
    publish_at?: string | number
  }) => {
    const { server, inMinutes } = await startAt()
    const publishAt = typeof time === 'number' ? inMinutes(time) : time
    const { body: entry } = await server('POST', '/v1/changelog', {
      title: 'An entry',
      state: before,
      ...(before === 'scheduled' && { publish_at: inMinutes(30) }),
    })
    const change = { ...rest, ...(publishAt !== undefined && { publish_at: publishAt }) }
    const answers = [await server('PATCH', `/v1/changelog/${entry.id}`, change)]
    if (before === 'draft') answers.push(await server('POST', '/v1/changelog', { title: 'Another', ...change }))
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([400, 'invalid_request'])
      expect(body.errors[0].pointer).toBe('/publish_at')
    }
    expect((await server('GET', `/v1/changelog/${entry.id}`)).body).toEqual(entry)
  },
)

test('parts of the publication that a change does not name stay the same', async () => {
  const { server, inMinutes } = await startAt()
  const { body: entry } = await server('POST', '/v1/changelog', {
    title: 'Planned',
    state: 'scheduled',
    publish_at: inMinutes(30),
  })
  const patch = async (body: object) => (await server('PATCH', `/v1/changelog/${entry.id}`, body)).body
  expect(await patch({ title: 'Renamed' })).toMatchObject({ state: 'scheduled', publish_at: inMinutes(30) })
  expect(await patch({ state: 'scheduled' })).toMatchObject({ state: 'scheduled', publish_at: inMinutes(30) })
  expect(await patch({ publish_at: inMinutes(40) })).toMatchObject({ state: 'scheduled', publish_at: inMinutes(40) })
  expect(await patch({ state: 'published' })).toMatchObject({ state: 'published', publish_at: inMinutes(0) })
  expect(await patch({ publish_at: inMinutes(-5) })).toMatchObject({ state: 'published', publish_at: inMinutes(-5) })
  expect(await patch({ body: 'More' })).toMatchObject({ state: 'published', publish_at: inMinutes(-5) })
})
