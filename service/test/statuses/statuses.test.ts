import { expect, test } from 'vitest'
import { issueSecretKey } from '../../src/domain/caller-keys/index.ts'
import { type Answer, send, startProject, type TestProject } from '../harness/project.ts'

const REVIEW = { name: 'In review', category: 'planned', color: '#0EA5E9', on_roadmap: true }
const outcomes = (answers: Answer[]) => answers.map(({ status, body }) => body?.code ?? status).sort()

async function statusesOf({ server }: TestProject, category?: string) {
  const { body } = await server('GET', '/v1/statuses?limit=100')
  return body.data.filter((status: { category: string }) => !category || status.category === category)
}

async function eventsOf({ service, project }: TestProject, prefix: string) {
  const rows = await service.database.sql<{ type: string; subject_id: string; actor_kind: string; data: unknown }[]>`
    select type, subject_id, actor_kind, data from events
    where project_id = ${project.id} and type like ${`${prefix}.%`} order by id`
  return rows
}

test('a new project has one status of each category, in order', async () => {
  const { app } = await startProject()
  const { status, body } = await app('GET', '/v1/statuses')
  expect(status).toBe(200)
  expect(body.next_cursor).toBeNull()
  expect(body.data.map(({ id, created_at, ...rest }: Record<string, string>) => rest)).toEqual([
    { name: 'Open', category: 'open', color: '#64748b', position: 1, on_roadmap: false },
    { name: 'Planned', category: 'planned', color: '#2563eb', position: 2, on_roadmap: true },
    { name: 'In progress', category: 'in_progress', color: '#b45309', position: 3, on_roadmap: true },
    { name: 'Done', category: 'done', color: '#15803d', position: 4, on_roadmap: true },
    { name: 'Closed', category: 'closed', color: '#78716c', position: 5, on_roadmap: false },
  ])
})

test('a status is added, changed and deleted, and each is an event', async () => {
  const board = await startProject()
  const { app, server } = board
  const made = await server('POST', '/v1/statuses', { ...REVIEW, name: '  In \u00a0review ' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body).toMatchObject({ ...REVIEW, color: '#0ea5e9', position: 6 })
  const path = `/v1/statuses/${made.body.id}`
  expect(made.headers.get('location')).toBe(path)
  const read = await app('GET', path)
  expect([read.status, read.headers.get('etag'), read.body]).toEqual([200, made.headers.get('etag'), made.body])

  const changed = await server('PATCH', path, { position: 2, on_roadmap: false }, { 'if-match': '"1"' })
  expect(changed.body).toEqual({ ...made.body, position: 2, on_roadmap: false })
  expect(changed.headers.get('etag')).toBe('"2"')
  const stale = await server('PATCH', path, { name: 'Mine' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  expect((await statusesOf(board)).map(({ name }: { name: string }) => name)).toEqual([
    'Open',
    'Planned',
    'In review',
    'In progress',
    'Done',
    'Closed',
  ])

  expect((await server('DELETE', path)).status).toBe(204)
  expect((await server('DELETE', path)).status).toBe(404)
  expect((await app('GET', path)).status).toBe(404)
  expect(await eventsOf(board, 'status')).toMatchObject([
    { type: 'status.created', subject_id: made.body.id, actor_kind: 'secret_key', data: { category: 'planned' } },
    { type: 'status.updated', subject_id: made.body.id, data: { members: ['position', 'on_roadmap'] } },
    { type: 'status.deleted', subject_id: made.body.id, data: {} },
  ])
})

test.each([
  [{ name: '' }, '/name'],
  [{ name: ' \u3000 ' }, '/name'],
  [{ name: '\u200d' }, '/name'],
  [{ name: 'x'.repeat(41) }, '/name'],
  [{ name: 'two\nlines' }, '/name'],
  [{ name: 'turned \u202e around' }, '/name'],
  [{ name: 'un\u200bseen' }, '/name'],
  [{ name: 7 }, '/name'],
  [{ category: 'later' }, '/category'],
  [{ color: 'red' }, '/color'],
  [{ color: '#12345' }, '/color'],
  [{ color: '#1234567' }, '/color'],
  [{ position: -1 }, '/position'],
  [{ position: 1e21 }, '/position'],
  [{ position: 1.5 }, '/position'],
  [{ position: '1' }, '/position'],
  [{ on_roadmap: 'yes' }, '/on_roadmap'],
  [{ project_id: 'prj_x' }, '/project_id'],
])('a status %j is refused with its place', async (wrong, pointer) => {
  const board = await startProject()
  const [open] = await statusesOf(board)
  for (const answer of [
    await board.server('POST', '/v1/statuses', { ...REVIEW, ...wrong }),
    await board.server('PATCH', `/v1/statuses/${open.id}`, wrong),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
  }
  expect(await statusesOf(board)).toHaveLength(5)
})

test('forty characters fit, whatever they are made of', async () => {
  const { server } = await startProject()
  const name = '👩🏽‍🚀'.repeat(10)
  const made = await server('POST', '/v1/statuses', { ...REVIEW, name })
  expect([made.status, made.body.name]).toEqual([201, name])
})

// Guarantees that the database decides: when the eight look, none finds another one.
test('names are unique without regard to case, also for requests that race', async () => {
  const board = await startProject()
  const { server } = board
  const names = ['Später', 'SPÄTER', 'spÄter', 'spa\u0308ter', 'Später ', 'später', 'SpÄTER', 'Später']
  const answers = await Promise.all(names.map((name) => server('POST', '/v1/statuses', { ...REVIEW, name })))
  expect(outcomes(answers)).toEqual([201, ...Array(7).fill('name_taken')])
  const [open] = await statusesOf(board)
  const renamed = await server('PATCH', `/v1/statuses/${open.id}`, { name: 'SPÄTER' })
  expect([renamed.status, renamed.body.code]).toEqual([409, 'name_taken'])
  expect((await server('PATCH', `/v1/statuses/${open.id}`, { name: 'OPEN' })).body.name).toBe('OPEN')
  expect((await startProject({ service: board.service })).server).toBeDefined() // another project has the same names
})

test('a project has at most 50 statuses, also for requests that race', async () => {
  const board = await startProject()
  const add = (n: number) => board.server('POST', '/v1/statuses', { ...REVIEW, name: `Status ${n}` })
  for (let n = 0; n < 40; n += 1) await add(n)
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => add(100 + n)))
  expect(outcomes(answers)).toEqual([...Array(5).fill(201), ...Array(7).fill('limit_reached')])
  expect(await statusesOf(board)).toHaveLength(50)
})

test('positions do not run past the last one', async () => {
  const { server } = await startProject()
  const [last, next] = [
    await server('POST', '/v1/statuses', { ...REVIEW, position: 1_000_000 }),
    await server('POST', '/v1/statuses', { ...REVIEW, name: 'After it' }),
  ]
  expect([last.body.position, next.body.position]).toEqual([1_000_000, 1_000_000])
  const { body } = await server('GET', '/v1/statuses')
  expect(body.data.slice(-2).map(({ id }: { id: string }) => id)).toEqual([last.body.id, next.body.id])
})

test('a list of statuses pages by position, and its cursor fits nothing else', async () => {
  const board = await startProject()
  const { app, server } = board
  await server('POST', '/v1/statuses', { ...REVIEW, position: 3 })
  const seen: string[] = []
  let query = ''
  do {
    const { body } = await app('GET', `/v1/statuses?limit=2${query}`)
    seen.push(...body.data.map(({ name }: { name: string }) => name))
    query = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
    // Before the reader's place: it must not push anything onto the next page again.
    await server('POST', '/v1/statuses', { ...REVIEW, name: `New ${seen.length}`, position: 0 })
  } while (query)
  expect(seen).toEqual(['Open', 'Planned', 'In progress', 'In review', 'Done', 'Closed'])
  const { body } = await app('GET', '/v1/statuses?limit=1')
  const other = await startProject({ service: board.service })
  for (const answer of [
    await app('GET', `/v1/tags?cursor=${body.next_cursor}`),
    await other.app('GET', `/v1/statuses?cursor=${body.next_cursor}`),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([400, 'cursor_invalid'])
  }
})

test('a status of a post cannot be deleted, even if the post is hidden', async () => {
  const board = await startProject()
  const { server } = board
  const { body: status } = await server('POST', '/v1/statuses', REVIEW)
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode', status_id: status.id })
  const refused = await server('DELETE', `/v1/statuses/${status.id}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'status_in_use'])
  const [open] = await statusesOf(board, 'open')
  await server('PATCH', `/v1/posts/${post.id}`, { status_id: open.id })
  expect((await server('DELETE', `/v1/statuses/${status.id}`)).status).toBe(204)
  expect((await server('GET', `/v1/posts?status=${status.id}`)).status).toBe(404)
  expect((await server('GET', `/v1/posts/${post.id}`)).body.status.id).toBe(open.id)
})

// Guarantees that new posts always have a status to begin in.
test('one status of the category open always stays, also when two requests race', async () => {
  const board = await startProject()
  const { server } = board
  const [first] = await statusesOf(board, 'open')
  const alone = [
    await server('DELETE', `/v1/statuses/${first.id}`),
    await server('PATCH', `/v1/statuses/${first.id}`, { category: 'done' }),
  ]
  expect(outcomes(alone)).toEqual(['status_required', 'status_required'])
  expect((await server('PATCH', `/v1/statuses/${first.id}`, { category: 'open', name: 'New' })).status).toBe(200)
  for (let round = 0; round < 5; round += 1) {
    await server('POST', '/v1/statuses', { ...REVIEW, name: `Other ${round}`, category: 'open' })
    const [one, other] = await statusesOf(board, 'open')
    const answers = await Promise.all([
      server('DELETE', `/v1/statuses/${one.id}`),
      server('PATCH', `/v1/statuses/${other.id}`, { category: 'closed' }),
    ])
    expect(answers.filter(({ body }) => body?.code === 'status_required')).toHaveLength(1)
    expect(await statusesOf(board, 'open')).toHaveLength(1)
  }
  expect((await server('POST', '/v1/posts', { title: 'Still works' })).status).toBe(201)
})

test('statuses of another project do not exist', async () => {
  const mine = await startProject()
  const theirs = await startProject({ service: mine.service })
  const [status] = await statusesOf(mine)
  for (const answer of [
    await theirs.app('GET', `/v1/statuses/${status.id}`),
    await theirs.server('GET', `/v1/statuses/${status.id}`),
    await theirs.server('PATCH', `/v1/statuses/${status.id}`, { name: 'Mine' }),
    await theirs.server('DELETE', `/v1/statuses/${status.id}`),
    await theirs.server('GET', '/v1/statuses/%00'),
    await theirs.server('DELETE', '/v1/statuses/pst_00000000000000000000000000'),
    await theirs.server('POST', '/v1/posts', { title: 'Dark mode', status_id: status.id }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  }
  expect((await statusesOf(mine))[0]).toEqual(status)
})

test('only a server with project:write changes statuses; on a private board users alone read them', async () => {
  const board = await startProject({ draft: { isPrivate: true } })
  const { app, call, service, signIn } = board
  const { secret } = await issueSecretKey(call(), { name: 'Other', scopes: ['posts:write'] })
  const asOther = (method: string, path: string, body?: unknown) =>
    send(service.origin, method, path, body, { authorization: `Bearer ${secret}` })
  const [status] = await statusesOf(board)
  for (const [method, path, body] of [
    ['POST', '/v1/statuses', REVIEW],
    ['PATCH', `/v1/statuses/${status.id}`, { name: 'Mine' }],
    ['DELETE', `/v1/statuses/${status.id}`, undefined],
  ] as const) {
    const answer = await asOther(method, path, body)
    expect([answer.status, answer.body.code]).toEqual([403, 'scope_missing'])
    expect((await app(method, path, { body })).status).toBe(401)
  }
  expect((await asOther('GET', '/v1/statuses')).status).toBe(200)
  const { session } = await signIn()
  for (const path of ['/v1/statuses', '/v1/tags', '/v1/roadmap', '/v1/changelog', `/v1/statuses/${status.id}`]) {
    const nobody = await app('GET', path)
    expect([nobody.status, nobody.body.code]).toEqual([401, 'session_required'])
    expect((await app('GET', path, { session })).status).toBe(200)
  }
})
