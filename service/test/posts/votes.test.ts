import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

async function projectWithPost(users = 1) {
  const project = await startProject()
  const { body: post } = await project.server('POST', '/v1/posts', { title: 'Dark mode' })
  const signedIn = await Promise.all(Array.from({ length: users }, (_, n) => project.signIn({ sub: `user-${n}` })))
  const count = async () => (await project.app('GET', `/v1/posts/${post.id}`)).body.vote_count
  const rows = async () => {
    const [row] = await project.service.database.sql<{ count: number }[]>`
      select count(*) as count from votes where project_id = ${project.project.id} and post_id = ${post.id}`
    return row?.count
  }
  const statusOf = async (category: string) => {
    const [row] = await project.service.database.sql<{ id: string }[]>`
      select id from statuses where project_id = ${project.project.id} and category = ${category}`
    return row?.id
  }
  return { ...project, post, users: signedIn, path: `/v1/posts/${post.id}/vote`, count, rows, statusOf }
}

// Guarantees that the inserted row decides the count, not an earlier read: the calls run on several connections.
test('a hundred parallel votes of one person are one vote', async () => {
  const { app, users, path, count, rows } = await projectWithPost()
  const session = users[0]?.session ?? ''
  const answers = await Promise.all(Array.from({ length: 100 }, () => app('PUT', path, { session })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  expect([await count(), await rows()]).toEqual([1, 1])
})

test('a hundred people who vote at once are a hundred votes, and withdrawn at once they are none', async () => {
  const { app, users, path, count, rows } = await projectWithPost(100)
  /** A busy machine may answer 503; then the vote is sent again. */
  const all = async (method: 'PUT' | 'DELETE') => {
    const answers = users.map(async ({ session }) => {
      let answer = await app(method, path, { session })
      while (answer.status === 503) answer = await app(method, path, { session })
      return answer.status
    })
    expect(new Set(await Promise.all(answers))).toEqual(new Set([204]))
  }
  await all('PUT')
  expect([await count(), await rows()]).toEqual([100, 100])
  await all('DELETE')
  expect([await count(), await rows()]).toEqual([0, 0])
})

test('votes cast and withdrawn in any order leave as many as there are rows', async () => {
  const { app, users, path, count, rows } = await projectWithPost(10)
  await Promise.all(
    users.flatMap(({ session }, n) =>
      Array.from({ length: 8 }, (_, m) => app((n + m) % 3 === 0 ? 'DELETE' : 'PUT', path, { session })),
    ),
  )
  expect(await count()).toBe(await rows())
})

test('a done post keeps its votes: no new one, none withdrawn, and repeating is still harmless', async () => {
  const { app, server, users, path, post, count, statusOf } = await projectWithPost(2)
  const [voter = '', other = ''] = users.map(({ session }) => session)
  await app('PUT', path, { session: voter })
  await server('PATCH', `/v1/posts/${post.id}`, { status_id: await statusOf('done') })
  expect((await app('PUT', path, { session: other })).body.code).toBe('voting_closed')
  expect((await app('DELETE', path, { session: voter })).body.code).toBe('voting_closed')
  expect((await app('PUT', path, { session: voter })).status).toBe(204)
  expect((await app('DELETE', path, { session: other })).status).toBe(204)
  expect(await count()).toBe(1)
})

// Guarantees that a vote comes completely before or after the closing: no closed post gets a vote.
test('votes that race with the closing of a post count before it or are refused', async () => {
  const { app, server, users, path, post, count, rows, statusOf } = await projectWithPost(30)
  const closed = await statusOf('closed')
  const [answers] = await Promise.all([
    Promise.all(users.map(({ session }) => app('PUT', path, { session }))),
    server('PATCH', `/v1/posts/${post.id}`, { status_id: closed }),
  ])
  const counted = answers.filter(({ status }) => status === 204).length
  expect(answers.every(({ status }) => status === 204 || status === 409)).toBe(true)
  expect([await count(), await rows()]).toEqual([counted, counted])
})

test('a server votes for a user and sees who voted, page by page', async () => {
  const { server, users, post } = await projectWithPost(5)
  for (const { userId } of users) {
    expect((await server('PUT', `/v1/posts/${post.id}/votes/${userId}`)).status).toBe(204)
  }
  const first = await server('GET', `/v1/posts/${post.id}/votes?limit=3`)
  const second = await server('GET', `/v1/posts/${post.id}/votes?limit=3&cursor=${first.body.next_cursor}`)
  const ids = [...first.body.data, ...second.body.data].map(({ user }) => user.id)
  expect(ids.toSorted()).toEqual(users.map(({ userId }) => userId).toSorted())
  expect(second.body.next_cursor).toBeNull()
  await server('DELETE', `/v1/posts/${post.id}/votes/${users[0]?.userId}`)
  expect((await server('GET', `/v1/posts/${post.id}`)).body.vote_count).toBe(4)
})

test('a vote for an unknown post is a 404', async () => {
  const { app, server, users } = await projectWithPost()
  const session = users[0]?.session ?? ''
  for (const id of ['pst_00000000000000000000000000', 'nothing', '%00', users[0]?.userId]) {
    expect((await app('PUT', `/v1/posts/${id}/vote`, { session })).body.code).toBe('not_found')
    expect((await server('PUT', `/v1/posts/${id}/votes/${users[0]?.userId}`)).body.code).toBe('not_found')
  }
})

// Guarantees that the trend stays a number, however old the post and however often its only vote comes and goes.
test('votes on an old post, cast and withdrawn, keep it in the list by trend', async () => {
  const { app, server, users } = await projectWithPost()
  const session = users[0]?.session ?? ''
  const { body: old } = await server('POST', '/v1/posts', {
    title: 'From long ago',
    created_at: '1971-01-01T00:00:00Z',
  })
  for (const method of ['PUT', 'DELETE', 'PUT', 'PUT', 'DELETE']) {
    expect((await app(method, `/v1/posts/${old.id}/vote`, { session })).status).toBe(204)
  }
  const { body } = await app('GET', '/v1/posts?sort=trending')
  expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Dark mode', 'From long ago'])
})
