import { expect, test } from 'vitest'
import { startProject, type TestProject } from '../harness/project.ts'

interface Column {
  status: { id: string; name: string; category: string }
  posts: { id: string; title: string; vote_count: number }[]
  next_cursor: string | null
}

async function columnsOf({ app }: TestProject, query = ''): Promise<Column[]> {
  const { status, body } = await app('GET', `/v1/roadmap${query}`)
  expect([status, body.next_cursor], JSON.stringify(body)).toEqual([200, null])
  return body.data
}

test('the roadmap has the statuses that are on it, by position, each with its posts by votes', async () => {
  const board = await startProject()
  const { app, server, signIn } = board
  const { body: statuses } = await app('GET', '/v1/statuses')
  const named = (name: string) => statuses.data.find((status: { name: string }) => status.name === name)
  const add = async (title: string, status: string) =>
    (await server('POST', '/v1/posts', { title, status_id: named(status).id })).body
  await add('Not on it', 'Open')
  await add('Wanted less', 'Planned')
  const wanted = await add('Wanted more', 'Planned')
  await add('Under way', 'In progress')
  const gone = await add('Gone', 'Planned')
  await server('DELETE', `/v1/posts/${gone.id}`)
  const { session } = await signIn()
  await app('PUT', `/v1/posts/${wanted.id}/vote`, { session })

  const columns = await columnsOf(board)
  expect(columns.map(({ status, posts }) => [status.name, posts.map(({ title }) => title)])).toEqual([
    ['Planned', ['Wanted more', 'Wanted less']],
    ['In progress', ['Under way']],
    ['Done', []],
  ])
  expect(columns[0]?.status).toEqual(named('Planned'))
  expect(columns[0]?.posts[0]).toEqual((await app('GET', `/v1/posts/${wanted.id}`)).body)
  const { body: own } = await app('GET', '/v1/roadmap', { session })
  expect(own.data[0].posts[0].has_voted).toBe(true)

  await server('PATCH', `/v1/statuses/${named('Done').id}`, { position: 0 })
  await server('PATCH', `/v1/statuses/${named('In progress').id}`, { on_roadmap: false })
  expect((await columnsOf(board)).map(({ status }) => status.name)).toEqual(['Done', 'Planned'])
})

// Guarantees that the roadmap and the list of posts are one list: nothing between them is lost or shown twice.
test('a column continues in the list of posts, even if people vote meanwhile', async () => {
  const board = await startProject()
  const { app, server, signIn } = board
  const [column] = await columnsOf(board)
  const statusId = column?.status.id
  const people = await Promise.all(['a', 'b', 'c', 'd'].map((sub) => signIn({ sub })))
  const posts: string[] = []
  for (let n = 0; n < 9; n += 1) {
    const { body } = await server('POST', '/v1/posts', { title: `Post number ${n}`, status_id: statusId })
    posts.push(body.id)
    for (const { session } of people.slice(0, n % 4)) await app('PUT', `/v1/posts/${body.id}/vote`, { session })
  }
  const [first] = await columnsOf(board, '?limit=2')
  expect(first?.posts).toHaveLength(2)
  const seen = first?.posts.map(({ id }) => id) ?? []
  let cursor = first?.next_cursor ?? null
  expect(cursor).not.toBeNull()
  const elsewhere = [
    await app('GET', `/v1/posts?sort=top&cursor=${cursor}`),
    await app('GET', `/v1/posts?status=${statusId}&cursor=${cursor}`),
    await app('GET', `/v1/posts?sort=new&status=${statusId}&cursor=${cursor}`),
  ]
  expect(elsewhere.map(({ body }) => body.code)).toEqual(Array(3).fill('cursor_invalid'))
  while (cursor) {
    // The last of all gets the most votes, the first of all loses its votes.
    for (const { session } of people) {
      await app('PUT', `/v1/posts/${posts[0]}/vote`, { session })
      await app('DELETE', `/v1/posts/${seen[0]}/vote`, { session })
    }
    const { status, body } = await app('GET', `/v1/posts?status=${statusId}&sort=top&limit=2&cursor=${cursor}`)
    expect(status, JSON.stringify(body)).toBe(200)
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
  }
  expect(seen.toSorted()).toEqual(posts.toSorted())
  expect((await columnsOf(board, '?limit=9'))[0]?.next_cursor).toBeNull()
})

test('the roadmap takes a limit and nothing else', async () => {
  const { app } = await startProject()
  for (const wrong of ['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'status=x']) {
    const { status, body } = await app('GET', `/v1/roadmap?${wrong}`)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  }
})
