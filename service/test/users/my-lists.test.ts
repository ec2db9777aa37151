import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'
import { pagesOf } from './pages.ts'

test('a user sees only their own posts, including those that wait or were rejected', async () => {
  const { app, server, signIn } = await startProject({ draft: { requiresApproval: true } })
  const ada = await signIn({ sub: 'ada' })
  const bob = await signIn({ sub: 'bob' })
  const write = async (session: string, title: string) =>
    (await app('POST', '/v1/posts', { session, body: { title } })).body.id as string
  const [first, second, third, fourth] = [
    await write(ada.session, 'The first'),
    await write(ada.session, 'The second'),
    await write(ada.session, 'The third'),
    await write(ada.session, 'The fourth'),
  ]
  await write(bob.session, 'Of Bob')
  await server('POST', `/v1/moderation/${first}/approve`, {})
  await server('POST', `/v1/moderation/${second}/reject`, {})
  await app('DELETE', `/v1/posts/${fourth}`, { session: ada.session })
  const mine = await pagesOf((cursor) => app('GET', `/v1/me/posts?limit=1${cursor}`, { session: ada.session }))
  expect(mine.map(({ id, moderation_state }) => [id, moderation_state])).toEqual([
    [third, 'pending'],
    [second, 'rejected'],
    [first, 'approved'],
  ])
  expect(mine[0]).toEqual((await app('GET', `/v1/posts/${third}`, { session: ada.session })).body)
})

test('votes and follows are listed with their times, the latest first, without what is hidden', async () => {
  let now = new Date('2091-11-15T10:00:00Z')
  const { app, server, signIn } = await startProject({ now: () => now })
  const { session } = await signIn()
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) ids.push((await server('POST', '/v1/posts', { title: `Post ${n}` })).body.id)
  const times: string[] = []
  for (const id of ids) {
    now = new Date(now.getTime() + 60_000)
    times.push(now.toISOString())
    await app('PUT', `/v1/posts/${id}/vote`, { session })
    await app('PUT', `/v1/posts/${id}/follow`, { session })
  }
  await server('DELETE', `/v1/posts/${ids[1]}`)
  await server('POST', `/v1/posts/${ids[2]}/merge`, { into_post_id: ids[0] })
  const read = (list: string) => pagesOf((cursor) => app('GET', `/v1/me/${list}?limit=2${cursor}`, { session }))
  const votes = await read('votes')
  expect(votes.map(({ post, voted_at }) => [post.id, voted_at])).toEqual([4, 3, 0].map((n) => [ids[n], times[n]]))
  expect(votes[0].post).toMatchObject({ title: 'Post 4', has_voted: true, is_following: true, vote_count: 1 })
  const follows = await read('follows')
  expect(follows.map(({ post, followed_at }) => [post.id, followed_at])).toEqual(
    [4, 3, 0].map((n) => [ids[n], times[n]]),
  )
})

test('a cursor of one person’s list is not another’s, nor another list’s', async () => {
  const { app, server, signIn } = await startProject()
  const [ada, bob] = [await signIn({ sub: 'ada' }), await signIn({ sub: 'bob' })]
  for (const title of ['One post', 'Two posts']) {
    const { id } = (await server('POST', '/v1/posts', { title })).body
    for (const { session } of [ada, bob]) await app('PUT', `/v1/posts/${id}/vote`, { session })
  }
  const { next_cursor } = (await app('GET', '/v1/me/votes?limit=1', { session: ada.session })).body
  expect(next_cursor).toEqual(expect.any(String))
  for (const [path, session] of [
    ['/v1/me/votes', bob.session],
    ['/v1/me/follows', ada.session],
  ] as const) {
    const answer = await app('GET', `${path}?limit=1&cursor=${next_cursor}`, { session })
    expect([answer.status, answer.body.code]).toEqual([400, 'cursor_invalid'])
  }
})

test('own lists need a session, and take no filters', async () => {
  const { app, signIn } = await startProject()
  const { session } = await signIn()
  for (const list of ['posts', 'votes', 'follows']) {
    expect((await app('GET', `/v1/me/${list}`)).body.code).toBe('session_required')
    expect((await app('GET', `/v1/me/${list}?sort=top`, { session })).body.code).toBe('invalid_request')
    expect((await app('GET', `/v1/me/${list}`, { session })).body).toEqual({ data: [], next_cursor: null })
  }
})
