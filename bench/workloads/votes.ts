import { sizeFor } from '../../generator/generate.ts'
import { withSite } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import { hotPairs, spreadPairs, voteLoad } from '../votes.ts'
import type { Workload } from '../workload.ts'

const VOTERS = 8_000
const AT_ONCE = 200
/** More posts than there are turns. */
const HOT_POSTS = 100

/** Every request is a new vote, spread over posts and users, against two statements. */
export const castVote: Workload = {
  name: 'cast_vote',
  unit: 'votes/s',
  floor: 0.5,
  measure: () =>
    withSite(sizeFor(1_000), async (site, bare) => {
      const pairs = spreadPairs(await site.signIn(VOTERS), site.openPosts)
      return compareThroughput(voteLoad(site.origin, site, pairs), voteLoad(bare.origin, site, pairs))
    }),
}

/** 200 users vote for one post at once; the limit is the same service with the votes spread over posts. */
export const hotVote: Workload = {
  name: 'hot_vote',
  unit: 'votes/s',
  floor: 0.5,
  measure: () =>
    withSite(sizeFor(1_000), async (site) => {
      const voters = await site.signIn(VOTERS)
      const hot = hotPairs(voters, site.openPosts.slice(0, HOT_POSTS))
      const spread = spreadPairs(voters, site.openPosts.slice(HOT_POSTS))
      return compareThroughput(
        { ...voteLoad(site.origin, site, hot), connections: AT_ONCE, prepare: hot.cool },
        voteLoad(site.origin, site, spread),
      )
    }),
}
