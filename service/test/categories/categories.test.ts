import { expect, test } from 'vitest'
import { newId } from '../../src/foundation/ids/index.ts'
import { startProject } from '../harness/project.ts'

type Named = { readonly id: string; readonly name: string }
const namesOf = (list: readonly Named[]) => list.map(({ name }) => name)

test('a new project has the category General, and every post is in it', async () => {
  const { app, server, signIn } = await startProject()
  const { session } = await signIn({ sub: 'ada' })
  const { body } = await app('GET', '/v1/categories')
  expect(body).toEqual({
    data: [
      expect.objectContaining({
        id: expect.stringMatching(/^cat_/),
        name: 'General',
        slug: 'general',
        visible_to: 'everyone',
        posting: 'users',
        is_default: true,
      }),
    ],
    next_cursor: null,
  })
  const [general] = body.data
  const mine = await app('POST', '/v1/posts', { session, body: { title: 'Dark mode' } })
  const theirs = await server('POST', '/v1/posts', { title: 'Light mode', category_id: general.id })
  for (const { body } of [mine, theirs])
    expect(body.category).toEqual({ id: general.id, name: 'General', slug: 'general' })
  expect((await app('GET', `/v1/categories/${general.id}`)).body).toEqual(general)
  // It keeps its id when it gets a row of its own.
  await server('POST', '/v1/categories', { name: 'Bugs' })
  expect((await app('GET', `/v1/posts/${mine.body.id}`)).body.category.id).toBe(general.id)
})

test('a category is added, changed and deleted with a move of its posts, and each is an event', async () => {
  const { server, service, project } = await startProject()
  const made = await server('POST', '/v1/categories', { name: ' Bug  reports ', template: 'What happened?' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body).toMatchObject({ name: 'Bug reports', slug: 'bug-reports', position: 2, template: 'What happened?' })
  const path = `/v1/categories/${made.body.id}`
  expect([made.headers.get('location'), made.headers.get('etag')]).toEqual([path, '"1"'])
  const changed = await server('PATCH', path, { visible_to: 'users', slug: 'bugs' }, { 'if-match': '"1"' })
  expect(changed.body).toEqual({ ...made.body, visible_to: 'users', slug: 'bugs' })
  const stale = await server('PATCH', path, { name: 'Faults' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])

  const { body: post } = await server('POST', '/v1/posts', { title: 'It crashes', category_id: made.body.id })
  const used = await server('DELETE', path)
  expect([used.status, used.body.code]).toEqual([409, 'category_in_use'])
  const [general] = (await server('GET', '/v1/categories')).body.data
  expect((await server('DELETE', `${path}?move_to=${made.body.id}`)).status).toBe(400)
  expect((await server('DELETE', `${path}?move_to=${general.id}`)).status).toBe(204)
  const moved = await server('GET', `/v1/posts/${post.id}`)
  expect([moved.body.category.id, moved.headers.get('etag')]).toEqual([general.id, '"2"'])
  for (const answer of [
    await server('DELETE', path),
    await server('GET', path),
    await server('PATCH', path, { name: 'x' }),
  ])
    expect(answer.status).toBe(404)
  const kept = await server('DELETE', `/v1/categories/${general.id}`)
  expect([kept.status, kept.body.code]).toEqual([409, 'category_required'])

  const rows = await service.database.sql`
    select type, subject_id, data from events
    where project_id = ${project.id} and (type like 'category.%' or type = 'post.updated') order by id`
  expect(rows).toEqual([
    { type: 'category.created', subject_id: made.body.id, data: {} },
    { type: 'category.updated', subject_id: made.body.id, data: { members: ['visible_to', 'slug'] } },
    {
      type: 'post.updated',
      subject_id: post.id,
      data: { members: ['category_id'], from_category_id: made.body.id, to_category_id: general.id },
    },
    { type: 'category.deleted', subject_id: made.body.id, data: {} },
  ])
})

test('names and slugs are unique, wrong ones are refused, and a taken slug gets a number', async () => {
  const { server } = await startProject()
  expect((await server('POST', '/v1/categories', { name: 'Ideas' })).status).toBe(201)
  const add = async (body: object) => {
    const answer = await server('POST', '/v1/categories', body)
    return [answer.status, answer.body.code ?? answer.body.slug]
  }
  expect(await add({ name: 'ideas' })).toEqual([409, 'name_taken'])
  expect(await add({ name: 'general' })).toEqual([409, 'name_taken'])
  expect(await add({ name: 'Ideas!' })).toEqual([201, 'ideas-2'])
  expect(await add({ name: 'Others', slug: 'ideas' })).toEqual([409, 'category_slug_taken'])
  expect(await add({ name: '!!!' })).toEqual([201, 'category'])
  expect(await add({ name: 'Größe' })).toEqual([201, 'grosse'.replace('ss', 'ß')])
  for (const slug of ['', 'A', 'a b', '-a', 'a/b', '../a', 'é', 'a'.repeat(61), '\u0000']) {
    expect([slug, ...(await add({ name: 'Wrong', slug }))].slice(0, 2)).toEqual([slug, 400])
  }
  for (const wrong of [
    { name: '' },
    { name: 'x', visible_to: 'nobody' },
    { name: 'x', visible_to: 'seg_1' },
    { name: 'x', posting: 'everyone' },
    { name: 'x', description: 'd'.repeat(301) },
    { name: 'x', template: 't'.repeat(5_001) },
    { name: 'x', position: -1 },
    { name: 'x', is_default: true },
  ])
    expect([wrong, (await server('POST', '/v1/categories', wrong)).status]).toEqual([wrong, 400])
})

test('a project has at most fifty categories, also for requests that race, and pages of them neither skip nor repeat', async () => {
  const { server } = await startProject()
  const answers = await Promise.all(
    Array.from({ length: 53 }, (_, n) => server('POST', '/v1/categories', { name: `Part ${n}` })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(49)
  expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(4)
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await server('GET', `/v1/categories?limit=20${cursor}`)
    seen.push(...body.data.map(({ id }: Named) => id))
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
  } while (cursor)
  expect([seen.length, new Set(seen).size]).toEqual([50, 50])
})

test('users write where they may, servers everywhere, and a category of another project does not exist', async () => {
  const { app, server, signIn } = await startProject()
  const other = await startProject()
  const { session } = await signIn({ sub: 'ada' })
  const make = async (body: object) => (await server('POST', '/v1/categories', body)).body.id as string
  const news = await make({ name: 'News', posting: 'team' })
  const secret = await make({ name: 'Secret', visible_to: 'team' })
  const bugs = await make({ name: 'Bugs', visible_to: 'users' })
  const foreign = (await other.server('POST', '/v1/categories', { name: 'Theirs' })).body.id
  const write = async (category_id?: string) => {
    const body = { title: 'An idea', ...(category_id !== undefined && { category_id }) }
    const answer = await app('POST', '/v1/posts', { session, body })
    return [answer.status, answer.body.code ?? answer.body.category.name]
  }
  expect(await write()).toEqual([201, 'General'])
  expect(await write(bugs)).toEqual([201, 'Bugs'])
  expect(await write(news)).toEqual([403, 'posting_closed'])
  for (const id of [secret, foreign, newId('category'), '', 'x', newId('tag')])
    expect([id, ...(await write(id))]).toEqual([id, 404, 'not_found'])
  for (const id of [news, secret])
    expect((await server('POST', '/v1/posts', { title: 'By us', category_id: id })).body.category.id).toBe(id)

  // Where the default category is closed, a post without a choice goes to the first open one.
  const [general] = (await server('GET', '/v1/categories')).body.data
  await server('PATCH', `/v1/categories/${general.id}`, { posting: 'team' })
  expect(await write()).toEqual([201, 'Bugs'])
  expect((await server('POST', '/v1/posts', { title: 'By us' })).body.category.id).toBe(general.id)
  await server('PATCH', `/v1/categories/${bugs}`, { posting: 'team' })
  expect(await write()).toEqual([403, 'posting_closed'])

  // A user cannot move a post.
  const { body: mine } = await app('GET', '/v1/me/posts', { session })
  const moved = await app('PATCH', `/v1/posts/${mine.data[0].id}`, { session, body: { category_id: general.id } })
  expect([moved.status, moved.body.errors?.[0].pointer]).toEqual([400, '/category_id'])
})

test('a post is moved by one member, lists and searches can be narrowed to a category, and the order is the team’s', async () => {
  const { app, server } = await startProject()
  const { body: bugs } = await server('POST', '/v1/categories', { name: 'Bugs' })
  const { body: ideas } = await server('POST', '/v1/categories', { name: 'Ideas', position: 0 })
  const list = (await app('GET', '/v1/categories')).body.data
  expect(namesOf(list)).toEqual(['Ideas', 'General', 'Bugs'])
  const general = list[1]
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark zebra' })
  await server('POST', '/v1/posts', { title: 'Light zebra', category_id: ideas.id })
  const titles = async (query: string) =>
    (await app('GET', `/v1/posts?${query}`)).body.data.map(({ title }: { title: string }) => title)
  expect(await titles(`category=${general.id}`)).toEqual(['Dark zebra'])
  const moved = await server('PATCH', `/v1/posts/${post.id}`, { category_id: bugs.id })
  expect(moved.body.category).toEqual({ id: bugs.id, name: 'Bugs', slug: 'bugs' })
  for (const rest of ['', '&sort=new', '&sort=trending', '&sort=updated', '&q=zebra', '&q=zebra&sort=new']) {
    expect([rest, await titles(`category=${bugs.id}${rest}`)]).toEqual([rest, ['Dark zebra']])
    expect([rest, await titles(`category=${general.id}${rest}`)]).toEqual([rest, []])
  }
  await server('PATCH', `/v1/posts/${post.id}`, { category_id: general.id })
  expect(await titles(`category=${general.id}`)).toEqual(['Dark zebra'])
  expect((await app('GET', `/v1/posts?category=${newId('category')}`)).status).toBe(404)
  expect((await app('GET', '/v1/posts?category=bugs')).status).toBe(400)
})

test('a post that is moved while its category is deleted ends in a category that exists', async () => {
  const { server } = await startProject()
  const [general] = (await server('GET', '/v1/categories')).body.data
  for (let round = 0; round < 5; round++) {
    const { body: gone } = await server('POST', '/v1/categories', { name: `Gone ${round}` })
    const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode' })
    const [deleted, moved] = await Promise.all([
      server('DELETE', `/v1/categories/${gone.id}?move_to=${general.id}`),
      server('PATCH', `/v1/posts/${post.id}`, { category_id: gone.id }),
    ])
    expect([204, 409]).toContain(deleted.status)
    expect([200, 404]).toContain(moved.status)
    const { body } = await server('GET', `/v1/posts/${post.id}`)
    const ids = (await server('GET', '/v1/categories?limit=100')).body.data.map(({ id }: Named) => id)
    expect(ids).toContain(body.category.id)
  }
})
