import { expect, test } from 'vitest'
import { countNewVotes } from '../../src/domain/posts/index.ts'
import { startProject } from '../harness/project.ts'

async function startVotes() {
  const { server, app, service, project, call, signIn } = await startProject()
  const { sql } = service.database
  const make = async (title: string): Promise<string> => (await server('POST', '/v1/posts', { title })).body.id
  return {
    make,
    vote: async (post: string, from: number, to: number) => {
      for (let sub = from; sub < to; sub += 1) {
        const { session } = await signIn({ sub: `voter-${sub}` })
        expect((await app('PUT', `/v1/posts/${post}/vote`, { session })).status).toBe(204)
      }
    },
    count: async () => {
      let from: string | undefined
      do from = await countNewVotes(call(), from)
      while (from !== undefined)
    },
    find: async (path: string) => (await app('GET', path)).body.data.map(({ id }: { id: string }) => id),
    /** Votes of so many moments, as they are noted; the moment of each in milliseconds. */
    move: (post: string, count: number, at: (place: number) => number) =>
      sql`
        insert into post_moves (project_id, post_id, revision, at, vote_count, trend, updated_at)
        select ${project.id}, ${post}, 1, timestamptz '2026-01-01' + ms * interval '1 millisecond', 0, 0, now()
        from unnest(${Array.from({ length: count }, (_, place) => at(place))}::integer[]) as t (ms)`,
    /** One portion of this project's votes, from the beginning or after another one. */
    countFrom: (from: string | undefined) => countNewVotes(call(), from ?? `${project.id}/-infinity`),
    forget: (post: string) => sql`update posts set lift = null where project_id = ${project.id} and id = ${post}`,
    liftOf: async (post: string) => {
      const [row] = await sql<
        { lift: number | null }[]
      >`select lift from posts where project_id = ${project.id} and id = ${post}`
      return row?.lift
    },
  }
}

// Guarantees that a search ranks by votes although it reads none: the housekeeping counts them into each post.
test('of posts that match equally well, the one with more votes comes first once they are counted', async () => {
  const { make, vote, count, find } = await startVotes()
  const [older, newer] = [await make('Invoices as a file'), await make('Invoices as a file')]
  for (const path of ['/v1/posts?q=invoices', '/v1/posts/similar?title=Invoices%20as%20a%20file'])
    expect(await find(path)).toEqual([newer, older])
  await vote(older, 0, 2)
  await count()
  for (const path of ['/v1/posts?q=invoices', '/v1/posts/similar?title=Invoices%20as%20a%20file'])
    expect(await find(path)).toEqual([older, newer])
})

// Guarantees that votes from before lifts were counted, and those of an import, count in searches at once.
test('the votes of a post whose votes were not counted yet are read', async () => {
  const { make, vote, forget, find } = await startVotes()
  const [older, newer] = [await make('Invoices as a file'), await make('Invoices as a file')]
  await vote(older, 0, 1)
  const paths = ['/v1/posts?q=invoices', '/v1/posts/similar?title=Invoices%20as%20a%20file']
  for (const path of paths) expect(await find(path)).toEqual([newer, older])
  await forget(older)
  for (const path of paths) expect(await find(path)).toEqual([older, newer])
})

// Guarantees that a post is not written anew, with its part of each index, for each of its votes.
test('a lift is 10 ln(1 + votes), and stays as it is while that is nearly right', async () => {
  const { make, vote, count, liftOf } = await startVotes()
  const post = await make('Invoices as a file')
  await count()
  expect(await liftOf(post)).toBe(0)
  await vote(post, 0, 4)
  await count()
  expect(await liftOf(post)).toBe(16)
  await vote(post, 4, 5)
  await count()
  expect(await liftOf(post)).toBe(16)
  await vote(post, 5, 6)
  await count()
  expect(await liftOf(post)).toBe(19)
})

// Guarantees that a busy hour is counted in steps that are kept, and that votes of the same moment are not forgotten between two of them.
test('the votes of an hour are counted in portions of 500, or more if they are of the same moment', async () => {
  const { make, liftOf, forget, move, countFrom } = await startVotes()
  const posts = [await make('Voted all the time'), await make('Voted once'), await make('Voted by many at once')]
  const [all = '', once = '', many = ''] = posts
  await move(all, 500, (place) => place)
  await move(once, 1, () => 600)
  await move(many, 600, () => 700)
  for (const post of posts) await forget(post)
  const second = await countFrom(undefined)
  expect(await Promise.all(posts.map(liftOf))).toEqual([0, null, null])
  const third = await countFrom(second)
  expect(await Promise.all(posts.map(liftOf))).toEqual([0, 0, 0])
  expect(third).toMatch(/\d/)
})
