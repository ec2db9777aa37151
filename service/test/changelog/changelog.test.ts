import { expect, test } from 'vitest'
import { issueSecretKey } from '../../src/domain/caller-keys/index.ts'
import { type Answer, send, startProject, type TestProject } from '../harness/project.ts'

const titles = ({ body }: Answer) => body.data.map(({ title }: { title: string }) => title)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function write({ server }: TestProject, entry: object) {
  const { status, body } = await server('POST', '/v1/changelog', entry)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

async function withScopes({ call, service }: TestProject, ...scopes: string[]) {
  const { secret } = await issueSecretKey(call(), { name: 'Other', scopes })
  return (method: string, path: string, body?: unknown) =>
    send(service.origin, method, path, body, { authorization: `Bearer ${secret}` })
}

test('an entry is written, read, changed and deleted', async () => {
  const board = await startProject()
  const { app, server } = board
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode' })
  const made = await server('POST', '/v1/changelog', {
    title: ' Dark\u202emode is  here ',
    body: 'See **it**: <script>alert(1)</script> [x](javascript:alert(1))',
    post_ids: [post.id],
    state: 'published',
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { id, publish_at: publishAt, created_at: createdAt } = made.body
  const path = `/v1/changelog/${id}`
  expect([made.headers.get('location'), made.headers.get('etag')]).toEqual([path, '"1"'])
  expect(made.body).toEqual({
    id: expect.stringMatching(/^chg_/),
    title: 'Dark mode is here',
    body: 'See **it**: <script>alert(1)</script> [x](javascript:alert(1))',
    body_html: expect.not.stringMatching(/<script|href/),
    state: 'published',
    publish_at: createdAt,
    posts: [{ id: post.id, number: 1, title: 'Dark mode', url: post.url, status: post.status, vote_count: 0 }],
    created_at: expect.any(String),
    updated_at: createdAt,
  })
  const read = await app('GET', path)
  expect([read.status, read.headers.get('etag'), read.body]).toEqual([200, '"1"', made.body])
  expect((await app('GET', '/v1/changelog')).body).toEqual({ data: [made.body], next_cursor: null })

  const changed = await server('PATCH', path, { body: 'New', post_ids: [] }, { 'if-match': '"1"' })
  expect(changed.body).toMatchObject({ title: 'Dark mode is here', body_html: '<p>New</p>\n', posts: [] })
  expect(changed.body).toMatchObject({ publish_at: publishAt, state: 'published' })
  expect(changed.headers.get('etag')).toBe('"2"')
  const stale = await server('PATCH', path, { title: 'Other' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])

  expect((await server('DELETE', path)).status).toBe(204)
  for (const answer of [await server('DELETE', path), await server('PATCH', path, { title: 'Other' })])
    expect(answer.status).toBe(404)
  expect((await app('GET', path)).status).toBe(404)
})

test('published entries come newest first, and a page neither skips nor repeats while others are published', async () => {
  const board = await startProject()
  const { app } = board
  for (const minutes of [30, 10, 20, 10, 40]) {
    await write(board, { title: `Entry ${minutes}`, state: 'published', publish_at: ago(minutes) })
  }
  const seen: string[] = []
  let query = ''
  do {
    const answer = await app('GET', `/v1/changelog?limit=2${query}`)
    seen.push(...titles(answer))
    await write(board, { title: 'Meanwhile', state: 'published' })
    await write(board, { title: 'Never', state: 'draft' })
    query = answer.body.next_cursor ? `&cursor=${answer.body.next_cursor}` : ''
  } while (query)
  expect(seen).toEqual(['Entry 10', 'Entry 10', 'Entry 20', 'Entry 30', 'Entry 40'])
  expect(titles(await app('GET', `/v1/changelog?published_after=${ago(15)}&limit=2`))).toEqual([
    'Meanwhile',
    'Meanwhile',
  ])
  expect(titles(await app('GET', `/v1/changelog?published_after=${ago(15)}`))).toHaveLength(5)
  expect(titles(await app('GET', `/v1/changelog?published_after=${ago(-15)}`))).toEqual([])
})

test('a caller who may write entries sees all of them, the newest first, and can filter by state', async () => {
  const board = await startProject()
  const { app, server, signIn } = board
  const { session } = await signIn()
  await write(board, { title: 'Draft one' })
  await write(board, { title: 'Published old', state: 'published', publish_at: '2020-01-01T00:00:00Z' })
  await write(board, { title: 'Scheduled', state: 'scheduled', publish_at: ago(-60) })
  await write(board, { title: 'Draft two', state: 'draft' })
  await write(board, { title: 'Published', state: 'published' })
  const all = ['Published', 'Draft two', 'Scheduled', 'Published old', 'Draft one']

  const seen: string[] = []
  let query = ''
  do {
    const answer = await server('GET', `/v1/changelog?limit=2${query}`)
    seen.push(...titles(answer))
    query = answer.body.next_cursor ? `&cursor=${answer.body.next_cursor}` : ''
  } while (query)
  expect(seen).toEqual(all)
  expect(titles(await server('GET', '/v1/changelog?state=draft'))).toEqual(['Draft two', 'Draft one'])
  expect(titles(await server('GET', '/v1/changelog?state=scheduled'))).toEqual(['Scheduled'])
  expect(titles(await server('GET', '/v1/changelog?state=published'))).toEqual(['Published', 'Published old'])
  expect(titles(await server('GET', '/v1/changelog?published_after=2021-01-01T00:00:00Z'))).toEqual(['Published'])

  const asReader = await withScopes(board, 'project:write', 'posts:read')
  for (const answer of [await app('GET', '/v1/changelog'), await app('GET', '/v1/changelog', { session })])
    expect(titles(answer)).toEqual(['Published', 'Published old'])
  expect(titles(await asReader('GET', '/v1/changelog'))).toEqual(['Published', 'Published old'])
  const { body } = await server('GET', '/v1/changelog?limit=1')
  for (const answer of [
    await app('GET', `/v1/changelog?limit=1&cursor=${body.next_cursor}`),
    await asReader('GET', `/v1/changelog?limit=1&cursor=${body.next_cursor}`),
  ])
    expect([answer.status, answer.body.code]).toEqual([400, 'cursor_invalid'])
})

test('drafts and scheduled entries do not exist for apps and for keys without the scope', async () => {
  const board = await startProject()
  const { app, server, signIn } = board
  const { session } = await signIn()
  const asReader = await withScopes(board, 'project:write')
  for (const entry of [
    await write(board, { title: 'Secret plan' }),
    await write(board, { title: 'Secret plan', state: 'scheduled', publish_at: ago(-60) }),
  ]) {
    const path = `/v1/changelog/${entry.id}`
    expect((await server('GET', path)).body).toEqual(entry)
    for (const answer of [await app('GET', path), await app('GET', path, { session }), await asReader('GET', path)])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  }
})

test('a filter that does not fit is refused', async () => {
  const board = await startProject()
  const { app, server } = board
  const asReader = await withScopes(board, 'posts:read')
  for (const query of [
    'state=gone',
    'state=draft&published_after=2021-01-01T00:00:00Z',
    'published_after=yesterday',
    'published_after=2021-06-30T23:59:60Z',
    'q=x',
    'limit=0',
  ]) {
    const { status, body } = await server('GET', `/v1/changelog?${query}`)
    expect([query, status, body.code]).toEqual([query, 400, 'invalid_request'])
  }
  const byApp = await app('GET', '/v1/changelog?state=published')
  expect([byApp.status, byApp.body.errors]).toEqual([
    400,
    [{ pointer: '/querystring/state', detail: 'may be sent only by a server' }],
  ])
  const byReader = await asReader('GET', '/v1/changelog?state=published')
  expect([byReader.status, byReader.body.code]).toEqual([403, 'scope_missing'])
  for (const time of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00%2B14:00'])
    expect((await app('GET', `/v1/changelog?published_after=${time}`)).status).toBe(200)
})

test('an entry links posts of its project, in their order, and shows apps the public ones', async () => {
  const board = await startProject({ draft: { requiresApproval: true } })
  const { app, server, signIn } = board
  const { session } = await signIn()
  const add = async (title: string) => (await server('POST', '/v1/posts', { title })).body.id
  const [one, two] = [await add('Number one'), await add('Number two')]
  const { body: pending } = await app('POST', '/v1/posts', { session, body: { title: 'Nobody saw this' } })
  expect(pending.moderation_state).toBe('pending')
  const entry = await write(board, { title: 'Many things', state: 'published', post_ids: [two, pending.id, one] })
  const linked = ({ posts }: { posts: { id: string }[] }) => posts.map(({ id }) => id)
  const path = `/v1/changelog/${entry.id}`
  expect(linked(entry)).toEqual([two, pending.id, one])
  expect(linked((await app('GET', path)).body)).toEqual([two, one])
  expect(linked((await app('GET', path, { session })).body)).toEqual([two, one])
  const asReader = await withScopes(board, 'posts:read')
  expect(linked((await asReader('GET', '/v1/changelog')).body.data[0])).toEqual([two, one])
  await server('DELETE', `/v1/posts/${two}`)
  expect(linked((await app('GET', path)).body)).toEqual([one])
  expect(linked((await server('GET', path)).body)).toEqual([pending.id, one])
  const changed = await server('PATCH', path, { post_ids: [one, pending.id] })
  expect(linked(changed.body)).toEqual([one, pending.id])

  const theirs = await startProject({ service: board.service })
  const { body: foreign } = await theirs.server('POST', '/v1/posts', { title: 'Elsewhere' })
  for (const id of [foreign.id, two, 'post', '', entry.id, 'pst_00000000000000000000000000']) {
    const answers = [
      await server('POST', '/v1/changelog', { title: 'Nothing', post_ids: [one, id] }),
      await server('PATCH', path, { title: 'Nothing', post_ids: [one, id] }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  }
  expect((await server('GET', path)).body).toEqual(changed.body)
  expect(titles(await server('GET', '/v1/changelog'))).toEqual(['Many things'])
})

test.each([
  [{ title: 'ab' }, '/title'],
  [{ title: 'a\u0007\u202e  b' }, undefined],
  [{ title: 'x'.repeat(141) }, '/title'],
  [{ title: null }, '/title'],
  [{ body: 'x'.repeat(20_001) }, '/body'],
  [{ body: ['x'] }, '/body'],
  [{ post_ids: 'x' }, '/post_ids'],
  [{ post_ids: Array.from({ length: 51 }, (_, n) => `pst_${n}`) }, '/post_ids'],
  [{ post_ids: ['a', 'a'] }, '/post_ids'],
  [{ post_ids: [null] }, '/post_ids/0'],
  [{ state: 'gone' }, '/state'],
  [{ publish_at: 'tomorrow' }, '/publish_at'],
  [{ publish_at: null }, '/publish_at'],
  [{ announced_at: '2020-01-01T00:00:00Z' }, '/announced_at'],
])('what is no entry is refused with its place: %j', async (wrong, pointer) => {
  const board = await startProject()
  const entry = await write(board, { title: 'An entry' })
  for (const { status, body } of [
    await board.server('POST', '/v1/changelog', { title: 'An entry', ...wrong }),
    await board.server('PATCH', `/v1/changelog/${entry.id}`, wrong),
  ]) {
    if (pointer === undefined) expect(status).toBeLessThan(300)
    else {
      expect([status, body.code]).toEqual([400, 'invalid_request'])
      expect(body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
    }
  }
})

test('the longest entry fits, however it is written', async () => {
  const board = await startProject()
  const text = '\\ud83d\\ude80'.repeat(20_000)
  const { status, body } = await board.server('POST', '/v1/changelog', `{"title":"Rockets","body":"${text}"}`)
  expect([status, [...body.body].length]).toEqual([201, 20_000])
})

test('entries of another project do not exist, and only changelog:write changes them', async () => {
  const mine = await startProject()
  const theirs = await startProject({ service: mine.service })
  const entry = await write(mine, { title: 'Ours', state: 'published' })
  const path = `/v1/changelog/${entry.id}`
  for (const answer of [
    await theirs.app('GET', path),
    await theirs.server('GET', path),
    await theirs.server('PATCH', path, { title: 'Mine' }),
    await theirs.server('DELETE', path),
    await mine.server('GET', '/v1/changelog/%00'),
    await mine.server('DELETE', '/v1/changelog/chg_x'),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  }
  expect((await theirs.server('GET', '/v1/changelog')).body.data).toEqual([])
  const asOther = await withScopes(mine, 'project:write')
  for (const [method, body] of [
    ['PATCH', { title: 'Mine' }],
    ['DELETE', undefined],
  ] as const) {
    expect((await asOther(method, path, body)).body.code).toBe('scope_missing')
    expect((await mine.app(method, path, { body })).status).toBe(401)
  }
  expect((await mine.app('GET', path)).body).toEqual(entry)
})

test('a repeated request with its idempotency key writes one entry', async () => {
  const { server, service, project } = await startProject()
  const send = () => server('POST', '/v1/changelog', { title: 'Once', state: 'published' }, { 'idempotency-key': 'k1' })
  const [first, second] = [await send(), await send()]
  expect([second.body, second.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])
  const rows = await service.database
    .sql`select type from events where project_id = ${project.id} and subject_id = ${first.body.id} order by id`
  expect(rows).toEqual([{ type: 'changelog.created' }, { type: 'changelog.published' }])
})
