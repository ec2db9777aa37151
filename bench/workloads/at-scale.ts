import type { Load } from '../load.ts'
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

/** The same requests with a million posts, ten million votes and two million comments, against a thousand posts. */
function atScale(name: string, unit: string, loadOf: (site: Site) => Load | Promise<Load>): Workload {
  return {
    name: `${name}_at_scale`,
    unit,
    floor: 0.8,
    measure: async () => {
      const { small, large } = await scaleSites()
      return compareThroughput(await loadOf(large), await loadOf(small))
    },
  }
}

export const atScaleWorkloads: readonly Workload[] = [
  atScale('list_posts', 'requests/s', listLoad),
  atScale('get_post', 'requests/s', getLoad),
  atScale('search', 'requests/s', (site) => searchLoad(site, ANSWERS)),
  atScale('cast_vote', 'votes/s', async (site) =>
    voteLoad(site.origin, site, spreadPairs(await site.signIn(VOTERS), site.openPosts)),
  ),
]
