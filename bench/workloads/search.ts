import { latencies } from '../load.ts'
import { scaleSites } from '../scale.ts'
import { searchLoad } from '../searches.ts'
import { percentile, smallerIsBetter, type Workload } from '../workload.ts'

const LONGEST_MS = 50
const SEARCHES = 2_000
/** As many searches at once as the measuring machine has cores: more would measure the queue. */
const AT_ONCE = 2

/** The slowest of a hundred searches among a million posts. */
export const search: Workload = {
  name: 'search',
  unit: 'ms p99',
  floor: 1,
  measure: async () => {
    const { large } = await scaleSites()
    const load = { ...(await searchLoad(large)), connections: AT_ONCE }
    await latencies(load, SEARCHES / 4) // warm
    return smallerIsBetter(percentile(await latencies(load, SEARCHES), 0.99), LONGEST_MS)
  },
}
