import { expect, test } from 'vitest'
import { openCursors } from '../../src/foundation/paging/index.ts'
import { startProject } from '../harness/project.ts'

async function start(draft = {}) {
  const project = await startProject({ draft })
  const post = async (title: string) => (await project.server('POST', '/v1/posts', { title })).body
  const changes = async (cursor?: string, wait = 0, session?: string) => {
    const query = new URLSearchParams({ wait: String(wait), ...(cursor && { cursor }) })
    return project.app('GET', `/v1/changes?${query}`, session ? { session } : {})
  }
  /** The log may be late, while others write: asks until so many posts have changed. */
  const since = async (cursor: string, least: number) => {
    let { body } = await changes(cursor)
    while (body.data.length < least) body = (await changes(cursor)).body
    return body
  }
  return { ...project, post, changes, since }
}

// Guarantees what an app needs to keep its numbers right without reading every list again.
test('an app is told which posts changed since its cursor, each once and as it is now', async () => {
  const { app, server, post, changes, since, signIn } = await start()
  const { body: begun } = await changes()
  expect(begun).toEqual({ data: [], next_cursor: expect.any(String), is_complete: true })
  const [one, two] = [await post('One'), await post('Two')]
  const first = await since(begun.next_cursor, 2)
  const { session } = await signIn()
  await app('PUT', `/v1/posts/${one.id}/vote`, { session })
  await app('DELETE', `/v1/posts/${one.id}/vote`, { session })
  await app('PUT', `/v1/posts/${two.id}/vote`, { session })
  await server('POST', `/v1/posts/${two.id}/comments`, { body: 'For us', is_internal: true })
  const body = await since(first.next_cursor, 2)
  expect(
    body.data.map(({ number, vote_count, comment_count, is_new }: Record<string, unknown>) => [
      number,
      vote_count,
      comment_count,
      is_new,
    ]),
  ).toEqual([
    [one.number, 0, 0, false],
    [two.number, 1, 0, false],
  ])
  expect(body.data[0].status).toEqual(one.status)
  const three = await post('Three')
  const next = await since(body.next_cursor, 1)
  expect(next.data.map(({ number, is_new }: Record<string, unknown>) => [number, is_new])).toEqual([
    [three.number, true],
  ])
  expect((await changes(next.next_cursor)).body.data).toEqual([])
})

test('who waits is answered when something happens, and reads it with the same cursor', async () => {
  const { app, post, changes, since, signIn } = await start()
  const { body: begun } = await changes()
  const { id } = await post('One')
  const first = await since(begun.next_cursor, 1)
  const { session } = await signIn()
  const waiting = changes(first.next_cursor, 20)
  await app('PUT', `/v1/posts/${id}/vote`, { session })
  const { status, body } = await waiting
  const told = body.data.length > 0 ? body : await since(body.next_cursor, 1)
  expect([status, told.data.map((change: { vote_count: number }) => change.vote_count)]).toEqual([200, [1]])
})

test('a private board tells nobody without a session, and a cursor of another project is refused', async () => {
  const open = await start()
  const { body } = await open.changes()
  const shut = await start({ isPrivate: true })
  expect((await shut.changes()).status).toBe(401)
  const { session } = await shut.signIn()
  expect((await shut.changes(undefined, 0, session)).status).toBe(200)
  const refused = await shut.changes(body.next_cursor, 0, session)
  expect([refused.status, refused.body.code]).toEqual([400, 'cursor_invalid'])
})

// Guarantees that polling tells nothing of what goes on in hidden categories, not even that something does.
test('a cursor can be neither read nor compared, and one of an earlier release still works', async () => {
  const { changes, server, post, since, service, project } = await start()
  const { body: begun } = await changes()
  const { body: category } = await server('POST', '/v1/categories', { name: 'Internal', visible_to: 'team' })
  await server('POST', '/v1/posts', { title: 'Hidden', category_id: category.id })
  const answers = [await changes(begun.next_cursor), await changes(begun.next_cursor)]
  const cursors = [begun, ...answers.map(({ body }) => body)].map(({ next_cursor }) => next_cursor)
  expect(answers.map(({ body }) => body.data)).toEqual([[], []])
  expect(new Set(cursors).size).toBe(3)
  for (const cursor of cursors) expect(Buffer.from(cursor, 'base64url').toString()).not.toMatch(/"tx"|"since"/)
  const { id } = await post('One')
  const earlier = await openCursors(service.database.sql)
  const list = JSON.stringify([project.id, null, '/v1/changes', []]) // as `listName` writes it
  const place = earlier.unseal(list, begun.next_cursor)
  const { data } = await since(earlier.write(list, place), 1)
  expect(data.map((change: { id: string }) => change.id)).toEqual([id])
})
