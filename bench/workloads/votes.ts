import assert from 'node:assert/strict'
import { sizeFor } from '../../generator/generate.ts'
import { answerOf, assertSame } from '../answers.ts'
import { latencies } from '../load.ts'
import { type Site, withSite } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import { hotPairs, type Pairs, spreadPairs, voteLoad } from '../votes.ts'
import type { Workload } from '../workload.ts'

const VOTERS = 8_000
const AT_ONCE = 200
/** More posts than there are turns. */
const HOT_POSTS = 100

/** Every request is a new vote, spread over posts and users, against a session and a statement that write the same rows. */
export const castVote: Workload = {
  name: 'cast_vote',
  unit: 'votes/s',
  floor: 0.9,
  measure: () =>
    withSite(sizeFor(1_000), async (site, bare) => {
      const pairs = spreadPairs(await site.signIn(VOTERS), site.openPosts)
      await assertSameVotes(site, bare, pairs)
      return compareThroughput(voteLoad(site.origin, site, pairs), voteLoad(bare.origin, site, pairs))
    }),
}

/** 200 users vote for one post at once, against the bare statement that locks the same row. */
export const hotVote: Workload = {
  name: 'hot_vote',
  unit: 'votes/s',
  floor: 0.85,
  measure: () =>
    withSite(sizeFor(1_000), async (site, bare) => {
      const hot = hotPairs(await site.signIn(VOTERS), site.openPosts.slice(0, HOT_POSTS))
      const atOnce = { connections: AT_ONCE, prepare: hot.cool }
      return compareThroughput(
        { ...voteLoad(site.origin, site, hot), ...atOnce },
        { ...voteLoad(bare.origin, site, hot), ...atOnce },
      )
    }),
}

/** A comparison is worth nothing if one side writes less. */
export async function assertSameVotes(site: Site, limit: { readonly origin: string }, pairs: Pairs): Promise<void> {
  await assertSame([site, limit], (origin) => {
    const { token, post } = pairs.next()
    const headers = { ...site.headers, authorization: `Bearer ${token}` }
    return answerOf(`${origin}/v1/posts/${post}/vote`, { method: 'PUT', headers })
  })
  const written = []
  for (const { origin } of [site, limit]) {
    const before = await countWritten(site)
    await latencies({ ...voteLoad(origin, site, pairs), connections: 1 }, 20)
    const after = await countWritten(site)
    written.push(after.map((count, place) => count - (before[place] ?? 0)))
  }
  const [ours = [], bare = []] = written
  assert.deepEqual(ours.slice(0, -1), bare.slice(0, -1))
  // Two votes can be for one post, which rises once.
  assert.ok((ours.at(-1) ?? 0) > 0 && (bare.at(-1) ?? 0) > 0)
}

/** What a vote adds to: rows of votes, events and moves, the counts and revisions of the posts, and the posts whose trend has risen above their creation. */
async function countWritten({ query, projectId }: Site): Promise<number[]> {
  const [row = {}] = await query<Record<string, string>>(
    `select (select count(*) from votes where project_id = $1) as votes, (select count(*) from events where project_id = $1) as events,
       (select count(*) from post_moves where project_id = $1) as moves, sum(vote_count) as counts, sum(revision) as revisions,
       count(*) filter (where trend > extract(epoch from now() - interval '1 hour') * 1000 / 604800000) as risen
     from post_standings where project_id = $1`,
    [projectId],
  )
  return Object.values(row).map(Number)
}
