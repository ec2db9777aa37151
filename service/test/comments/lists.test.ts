import { expect, test } from 'vitest'
import { inParallel, startDiscussion } from './discussion.ts'

test('comments of a post come oldest first and page without a gap, also while others comment', async () => {
  const { app, say, postId } = await startDiscussion()
  // Four of each instant: within one the id decides.
  for (let n = 0; n < 12; n += 1) {
    await say({ body: `${n}`, created_at: new Date(Date.UTC(2024, 0, 1 + Math.floor(n / 4))).toISOString() })
  }
  const seen: { id: string; created_at: string }[] = []
  let cursor = ''
  do {
    const { body } = await app('GET', `/v1/posts/${postId}/comments?limit=5${cursor}`)
    seen.push(...body.data)
    cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
    if (seen.length < 12) await say('Meanwhile')
  } while (cursor)
  const keys = seen.map(({ created_at: at, id }) => `${at} ${id}`)
  expect(keys).toEqual(keys.toSorted())
  expect(new Set(keys).size).toBe(14)
})

test('all comments come newest first, by post, by author and since a time', async () => {
  const { app, server, signIn, say, newPost, postId } = await startDiscussion()
  const ada = await signIn({ sub: 'ada' })
  const other = await newPost()
  await say({ body: 'old', created_at: '2024-01-01T00:00:00Z' })
  await say({ body: 'ada here', sub: 'ada', created_at: '2024-01-02T00:00:00Z' })
  await say({ body: 'ada there', sub: 'ada', created_at: '2024-01-03T00:00:00Z' }, undefined, other)
  const texts = async (query: string) =>
    (await app('GET', `/v1/comments${query}`)).body.data.map(({ body }: { body: string }) => body)
  expect(await texts('')).toEqual(['ada there', 'ada here', 'old'])
  expect(await texts(`?post=${postId}`)).toEqual(['ada here', 'old'])
  expect(await texts(`?author=${ada.userId}`)).toEqual(['ada there', 'ada here'])
  expect(await texts(`?author=${ada.userId}&post=${other}`)).toEqual(['ada there'])
  expect(await texts('?created_after=2024-01-02T00:00:00Z')).toEqual(['ada there'])
  expect(await texts('?created_after=2024-01-01T23:59:59.999Z')).toEqual(['ada there', 'ada here'])

  const { body: first } = await server('GET', '/v1/comments?limit=2')
  const { body: second } = await server('GET', `/v1/comments?limit=2&cursor=${first.next_cursor}`)
  expect([...first.data, ...second.data].map(({ body }) => body)).toEqual(['ada there', 'ada here', 'old'])
  expect(second.next_cursor).toBeNull()
  for (const query of [
    `?limit=2&cursor=${first.next_cursor}&post=${postId}`,
    `?cursor=${first.next_cursor.slice(0, -2)}`,
  ]) {
    expect((await server('GET', `/v1/comments${query}`)).body.code).toBe('cursor_invalid')
  }
})

test.each([
  ['?post=nonsense', 400],
  ['?post=pst_00000000000000000000000000', 404],
  ['?author=nobody', 400],
  ['?author=usr_00000000000000000000000000', 404],
  ['?created_after=yesterday', 400],
  ['?created_after=2016-12-31T23:59:60Z', 400],
  ['?sort=new', 400],
  ['?limit=0', 400],
  ['?limit=101', 400],
  ['?post=a&post=b', 400],
  ['?cursor=%00', 400],
])('the filter %s is answered with %i', async (query, status) => {
  const { app } = await startDiscussion()
  expect((await app('GET', `/v1/comments${query}`)).status).toBe(status)
})

// Guarantees that the number is decided under the post's lock: the calls run on several connections.
test('fifty concurrent comments are counted as fifty, and after fifty concurrent deletions as none', async () => {
  const { app, server, signIn, say, count } = await startDiscussion()
  const users = await inParallel(10, (n) => signIn({ sub: `user-${n}` }))
  const sessionOf = (n: number) => users[n % users.length]?.session ?? ''
  const said = await inParallel(50, (n) => say(`Number ${n}`, sessionOf(n)))
  expect(new Set(said.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await count()).toBe(50)
  // Each is deleted twice, by its author and by a server: it goes once.
  const gone = await Promise.all(
    said.flatMap(({ body }, n) => [
      app('DELETE', `/v1/comments/${body.id}`, { session: sessionOf(n) }),
      server('DELETE', `/v1/comments/${body.id}`),
    ]),
  )
  expect(gone.map(({ status }) => status).toSorted()).toEqual([...Array(50).fill(204), ...Array(50).fill(404)])
  expect(await count()).toBe(0)
})

test('after comments, decisions and deletions at the same time, the count equals the comments that are shown', async () => {
  const { server, signIn, say, texts, count } = await startDiscussion()
  const users = await inParallel(5, (n) => signIn({ sub: `user-${n}` }))
  const first = await inParallel(20, (n) => say(`Number ${n}`, users[n % 5]?.session))
  const work = first.flatMap(({ body: { id } }, n) => [
    server('PATCH', `/v1/comments/${id}`, { is_internal: n % 2 === 0 }),
    server('POST', `/v1/moderation/${id}/${n % 3 === 0 ? 'reject' : 'approve'}`),
    ...(n % 5 === 0 ? [server('DELETE', `/v1/comments/${id}`)] : []),
    say(`More ${n}`, users[n % 5]?.session),
  ])
  const answers = await Promise.all(work)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(await count()).toBe((await texts()).length)
})
