import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effort } from '../harness/effort.ts'
import { startProject, type TestProject } from '../harness/project.ts'

const SORTS = ['top', 'new', 'trending', 'updated'] as const
type Sort = (typeof SORTS)[number]

interface Listed {
  readonly id: string
  readonly vote_count: number
}

const USERS = 6
const POSTS = 9

/** What others do while somebody reads: `who` and `where` are taken modulo what there is. */
const deed = fc.record({
  kind: fc.constantFrom('vote', 'vote', 'unvote', 'unvote', 'edit', 'comment', 'write'),
  who: fc.nat(),
  where: fc.nat(),
})
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never

async function busyProject() {
  const project = await startProject()
  const sessions = await Promise.all(
    Array.from({ length: USERS }, async (_, n) => (await project.signIn({ sub: `user-${n}` })).session),
  )
  for (let n = 0; n < POSTS; n += 1) await project.server('POST', '/v1/posts', { title: `Post number ${n}` })
  return { ...project, sessions }
}

async function page(project: TestProject, sort: Sort, limit: number, cursor: string | null) {
  const query = `sort=${sort}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`
  const { status, body } = await project.app('GET', `/v1/posts?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { data: Listed[]; next_cursor: string | null }
}

async function wholeOrder(project: TestProject, sort: Sort): Promise<string[]> {
  return (await page(project, sort, 100, null)).data.map(({ id }) => id)
}

async function act({ app, server, sessions }: Awaited<ReturnType<typeof busyProject>>, ids: string[], deed: Deed) {
  const id = ids[deed.where % ids.length]
  const session = sessions[deed.who % USERS] ?? ''
  const { kind } = deed
  if (kind === 'vote') await app('PUT', `/v1/posts/${id}/vote`, { session })
  if (kind === 'unvote') await app('DELETE', `/v1/posts/${id}/vote`, { session })
  if (kind === 'edit') await server('PATCH', `/v1/posts/${id}`, { is_pinned: deed.who % 2 === 0 })
  if (kind === 'comment') await server('POST', `/v1/posts/${id}/comments`, { body: 'Soon.' })
  if (kind === 'write' && deed.who % 4 === 0) await server('POST', '/v1/posts', { title: 'Written meanwhile' })
}

// Guarantees that a list continues as it began: every post of the first page's snapshot comes exactly once, in the order of that moment.
test.each(SORTS)('by %s no page repeats or leaves out a post while others vote, write and edit', async (sort) => {
  const project = await busyProject()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 5 }),
      fc.array(fc.array(deed, { maxLength: 6 })),
      async (limit, turns) => {
        const order = await wholeOrder(project, sort)
        const seen: string[] = []
        let cursor: string | null = null
        let turn = 0
        do {
          const { data, next_cursor } = await page(project, sort, limit, cursor)
          seen.push(...data.map(({ id }) => id))
          cursor = next_cursor
          for (const deed of turns[turn] ?? []) await act(project, order, deed)
          turn += 1
        } while (cursor)
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.filter((id) => order.includes(id))).toEqual(order)
      },
    ),
    { numRuns: effort(8) },
  )
})

// Guarantees the same when the votes are under way at the very moment that a page is read, on other connections.
test.each(SORTS)('by %s the same holds while votes are being cast at the same time', async (sort) => {
  const project = await busyProject()
  const order = await wholeOrder(project, sort)
  let done = false
  const voters = project.sessions.map(async (session, who) => {
    for (let n = who; !done; n += 1) {
      const path = `/v1/posts/${order[(n * 7 + who) % order.length]}/vote`
      await project.app(n % 3 === 0 ? 'DELETE' : 'PUT', path, { session })
    }
  })
  try {
    for (let round = 0; round < effort(5); round += 1) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const answer = await page(project, sort, 2, cursor)
        seen.push(...answer.data.map(({ id }) => id))
        cursor = answer.next_cursor
      } while (cursor)
      expect(seen.toSorted()).toEqual(order.toSorted())
    }
  } finally {
    done = true
    await Promise.all(voters)
  }
})
