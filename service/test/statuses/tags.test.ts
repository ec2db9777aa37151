import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

test('a tag is added, changed and deleted, and each is an event', async () => {
  const { app, server, service, project } = await startProject()
  const made = await server('POST', '/v1/tags', { name: ' Mobile  app ' })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body).toMatchObject({ name: 'Mobile app', color: '#64748b' })
  const path = `/v1/tags/${made.body.id}`
  expect([made.headers.get('location'), made.headers.get('etag')]).toEqual([path, '"1"'])
  const changed = await server('PATCH', path, { color: '#FF0000' }, { 'if-match': '"1"' })
  expect(changed.body).toEqual({ ...made.body, color: '#ff0000' })
  const stale = await server('PATCH', path, { name: 'Web' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  const read = await app('GET', path)
  expect([read.body, read.headers.get('etag')]).toEqual([changed.body, '"2"'])
  expect((await server('DELETE', path)).status).toBe(204)
  for (const answer of [
    await server('DELETE', path),
    await server('PATCH', path, { name: 'x' }),
    await app('GET', path),
  ])
    expect(answer.status).toBe(404)
  const rows = await service.database.sql`
    select type, subject_id, data from events where project_id = ${project.id} and type like 'tag.%' order by id`
  expect(rows).toEqual([
    { type: 'tag.created', subject_id: made.body.id, data: {} },
    { type: 'tag.updated', subject_id: made.body.id, data: { members: ['color'] } },
    { type: 'tag.deleted', subject_id: made.body.id, data: {} },
  ])
})

test('a deleted tag is gone from its posts, and a filter by it finds nothing to filter by', async () => {
  const { app, server } = await startProject()
  const { body: kept } = await server('POST', '/v1/tags', { name: 'Kept' })
  const { body: gone } = await server('POST', '/v1/tags', { name: 'Gone' })
  const { body: post } = await server('POST', '/v1/posts', { title: 'Dark mode', tag_ids: [gone.id, kept.id] })
  expect(post.tags.map(({ name }: { name: string }) => name)).toEqual(['Gone', 'Kept'])
  expect((await app('GET', `/v1/posts?tag=${gone.id}`)).body.data).toHaveLength(1)
  await server('DELETE', `/v1/tags/${gone.id}`)
  expect((await app('GET', `/v1/posts/${post.id}`)).body.tags.map(({ id }: { id: string }) => id)).toEqual([kept.id])
  expect((await app('GET', '/v1/posts')).body.data[0].tags).toHaveLength(1)
  expect((await app('GET', `/v1/posts?tag=${gone.id}`)).status).toBe(404)
  expect((await server('PATCH', `/v1/posts/${post.id}`, { tag_ids: [gone.id] })).status).toBe(404)
  for (const id of ['', 'gone', kept.id.toUpperCase()])
    expect((await server('PATCH', `/v1/posts/${post.id}`, { tag_ids: [id] })).status).toBe(404)
})

test('names are unique without regard to case, and at most 200, also for requests that race', async () => {
  const { server, service, project } = await startProject()
  const add = (name: string) => server('POST', '/v1/tags', { name })
  const same = await Promise.all(['Bug', 'bug', 'BUG', ' bug'].map(add))
  expect(same.map(({ status, body }) => body.code ?? status).sort()).toEqual([201, ...Array(3).fill('name_taken')])
  await service.database.sql`
    insert into tags (project_id, id, name, color, created_at)
    select ${project.id}, 'tag_' || lpad(n::text, 26, '0'), 'Tag ' || n, '#000000', ${new Date()} from generate_series(1, 198) n`
  const many = await Promise.all(Array.from({ length: 16 }, (_, n) => add(`New ${n}`)))
  const codes = many.map(({ status, body }) => body.code ?? status).sort()
  expect(codes).toEqual([201, ...Array(15).fill('limit_reached')])
})

test('tags page by name, without regard to case', async () => {
  const { app, server } = await startProject()
  const names = ['banana', 'Apple', 'cherry', 'apricot', 'Élan', 'Date', '日本']
  for (const name of names) await server('POST', '/v1/tags', { name })
  const seen: string[] = []
  let query = ''
  do {
    const { body } = await app('GET', `/v1/tags?limit=2${query}`)
    seen.push(...body.data.map(({ name }: { name: string }) => name))
    query = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
  } while (query)
  expect(seen.toSorted()).toEqual(names.toSorted())
  expect(seen.slice(0, 5)).toEqual(['Apple', 'apricot', 'banana', 'cherry', 'Date'])
  for (const wrong of ['limit=0', 'limit=101', 'cursor=x', 'sort=name']) {
    expect((await app('GET', `/v1/tags?${wrong}`)).status).toBe(400)
  }
})

test('tags of another project do not exist', async () => {
  const mine = await startProject()
  const theirs = await startProject({ service: mine.service })
  const { body: tag } = await mine.server('POST', '/v1/tags', { name: 'Mine' })
  expect((await theirs.server('POST', '/v1/tags', { name: 'Mine' })).status).toBe(201)
  for (const answer of [
    await theirs.app('GET', `/v1/tags/${tag.id}`),
    await theirs.server('PATCH', `/v1/tags/${tag.id}`, { name: 'Ours' }),
    await theirs.server('DELETE', `/v1/tags/${tag.id}`),
    await theirs.app('GET', `/v1/posts?tag=${tag.id}`),
    await theirs.server('POST', '/v1/posts', { title: 'Dark mode', tag_ids: [tag.id] }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  }
  expect((await mine.app('GET', `/v1/tags/${tag.id}`)).body).toEqual(tag)
})
