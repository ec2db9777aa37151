import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

test('a user writes a post, and it is there with their vote, for others to vote for', async () => {
  const { app, signIn } = await startProject()
  const ada = await signIn({ sub: 'ada', given_name: 'Ada', family_name: 'Lovelace' })
  const {
    status,
    body: post,
    headers,
  } = await app('POST', '/v1/posts', {
    session: ada.session,
    body: { title: '  Dark mode\u202e for the app ', body: 'My **eyes** hurt.\n\n[here](https://example.com)' },
  })
  expect(status, JSON.stringify(post)).toBe(201)
  expect(headers.get('etag')).toBe('"1"')
  expect(post).toMatchObject({
    number: 1,
    title: 'Dark mode for the app',
    body_html:
      '<p>My <strong>eyes</strong> hurt.</p>\n<p><a href="https://example.com" rel="nofollow ugc noopener">here</a></p>\n',
    author: { id: ada.userId, display_name: 'Acme user', is_team: false },
    status: { name: 'Open', category: 'open' },
    tags: [],
    vote_count: 1,
    comment_count: 0,
    has_voted: true,
    is_following: true,
    moderation_state: 'approved',
    merged_into_id: null,
    edited_at: null,
  })
  expect(post.url).toMatch(/\/posts\/1\/dark-mode-for-the-app$/)

  const bob = await signIn({ sub: 'bob' })
  expect((await app('PUT', `/v1/posts/${post.id}/vote`, { session: bob.session })).status).toBe(204)
  expect((await app('PUT', `/v1/posts/${post.id}/vote`, { session: bob.session })).status).toBe(204)
  const { body: list } = await app('GET', '/v1/posts')
  expect(list).toMatchObject({ data: [{ id: post.id, vote_count: 2, has_voted: null }], next_cursor: null })
  const seen = await app('GET', `/v1/posts/${post.id}`, { session: bob.session })
  expect(seen.body).toMatchObject({ vote_count: 2, has_voted: true, is_following: false })
  expect((await app('DELETE', `/v1/posts/${post.id}/vote`, { session: bob.session })).status).toBe(204)
  expect((await app('DELETE', `/v1/posts/${post.id}/vote`, { session: bob.session })).status).toBe(204)
  expect((await app('GET', `/v1/posts/${post.id}`)).body.vote_count).toBe(1)
})

test('a server writes, changes and merges posts', async () => {
  const { app, server, signIn } = await startProject()
  const ada = await signIn({ sub: 'ada' })
  const made = await server('POST', '/v1/posts', { title: 'Export to CSV', sub: 'ada', is_pinned: true })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const other = await server('POST', '/v1/posts', { title: 'CSV download', body: 'of all data' })
  expect(other.body.author).toEqual({ id: null, display_name: 'Acme', is_team: true })
  await app('PUT', `/v1/posts/${other.body.id}/vote`, { session: ada.session })
  const changed = await server('PATCH', `/v1/posts/${other.body.id}`, { comments_locked: true }, { 'if-match': '"1"' })
  expect(changed.body.comments_locked, JSON.stringify(changed.body)).toBe(true)
  const stale = await server('PATCH', `/v1/posts/${other.body.id}`, { comments_locked: false }, { 'if-match': '"1"' })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
})

test.each(['top', 'new', 'trending', 'updated'])('lists page by %s', async (sort) => {
  const { app, server } = await startProject()
  for (let n = 0; n < 5; n += 1) await server('POST', '/v1/posts', { title: `Post number ${n}` })
  const seen: string[] = []
  let cursor = ''
  do {
    const { body, status } = await app('GET', `/v1/posts?sort=${sort}&limit=2${cursor}`)
    expect(status, JSON.stringify(body)).toBe(200)
    seen.push(...body.data.map(({ title }: { title: string }) => title))
    cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
  } while (cursor)
  expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `Post number ${n}`))
})

// Guarantees that nothing in a list is without a name.
test('a title or a comment in which nothing can be seen is refused', async () => {
  const { server } = await startProject()
  const { body: post } = await server('POST', '/v1/posts', { title: 'C++' })
  for (const blank of [
    '\u200b\u200b\u200b',
    '\u3164\u3164\u3164\u3164',
    '\u2800 \u2800 \u2800',
    '\u00ad\u2060\ufeff',
    '   ',
  ]) {
    const { status, body } = await server('POST', '/v1/posts', { title: blank })
    expect([blank, status, body.errors?.[0]?.pointer]).toEqual([blank, 400, '/title'])
    expect((await server('POST', `/v1/posts/${post.id}/comments`, { body: blank })).status).toBe(400)
  }
  expect((await server('POST', '/v1/posts', { title: '👨‍👩‍👧 👍' })).status).toBe(201)
  expect((await server('POST', `/v1/posts/${post.id}/comments`, { body: '👍' })).status).toBe(201)
})
