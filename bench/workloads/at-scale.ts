import { type Load, latencies } from '../load.ts'
import { scaleSites } from '../scale.ts'
import { searchLoad } from '../searches.ts'
import type { Site } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import { spreadPairs, voteLoad } from '../votes.ts'
import type { Workload } from '../workload.ts'
import { getLoad, listLoad } from './posts.ts'

const VOTERS = 8_000
/** Most searches have as many results among a thousand posts: otherwise the longer answers of a million would be compared with short ones. */
const ANSWERS = 5

/** After so many, each connection to the database has read most of what the searches need. */
const SEARCHES_TO_WARM = 6_000
/** Votes of both sides become twice as fast within the first five thousand. The turns that warm up have fewer in a slow hour. */
const VOTES_TO_WARM = 10_000
const AT_ONCE = 32

interface Scaled {
  readonly unit: string
  readonly floor: number
  readonly loadOf: (site: Site) => Load | Promise<Load>
  /** So many requests to each side come before the comparison: otherwise what is read for the first time would be compared with what has been read often. */
  readonly toWarm?: (site: Site) => number
}

/** The same requests with a million posts, ten million votes and two million comments, against a thousand posts. */
function atScale(name: string, { unit, floor, loadOf, toWarm = () => 0 }: Scaled): Workload {
  return {
    name: `${name}_at_scale`,
    unit,
    floor,
    measure: async () => {
      const { small, large } = await scaleSites()
      const ours = await loadOf(large)
      const limit = await loadOf(small)
      for (const load of [ours, limit]) await latencies({ ...load, connections: AT_ONCE }, toWarm(large))
      return compareThroughput(ours, limit)
    },
  }
}

export const atScaleWorkloads: readonly Workload[] = [
  atScale('list_posts', { unit: 'requests/s', floor: 0.85, loadOf: listLoad }),
  atScale('get_post', {
    unit: 'requests/s',
    floor: 0.85,
    loadOf: getLoad,
    toWarm: ({ openPosts }) => openPosts.length,
  }),
  atScale('search', {
    unit: 'requests/s',
    floor: 0.85,
    loadOf: (site) => searchLoad(site, ANSWERS),
    toWarm: () => SEARCHES_TO_WARM,
  }),
  atScale('cast_vote', {
    unit: 'votes/s',
    floor: 0.8,
    loadOf: async (site) => voteLoad(site.origin, site, spreadPairs(await site.signIn(VOTERS), site.openPosts)),
    toWarm: () => VOTES_TO_WARM,
  }),
]
