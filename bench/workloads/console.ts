import assert from 'node:assert/strict'
import { get, type Load } from '../load.ts'
import { enter } from '../operator.ts'
import { scaleSites } from '../scale.ts'
import type { Site } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import type { Workload } from '../workload.ts'

/** Pages of the console with a million posts, ten million votes and two million comments, against the same with a thousand posts. */
const PAGES = {
  console_posts_at_scale: { path: '/console/bench/posts', floor: 0.8 },
  // Both check the newest five hundred posts one by one: the same number, in much larger indexes.
  console_today_at_scale: { path: '/console/bench', floor: 0.8 },
  console_numbers_at_scale: { path: '/console/bench/numbers', floor: 0.8 },
}

export const consoleWorkloads: readonly Workload[] = Object.entries(PAGES).map(([name, { path, floor }]) => ({
  name,
  unit: 'pages/s',
  floor,
  measure: async () => {
    const { small, large } = await scaleSites()
    return compareThroughput(await pageLoad(large, path), await pageLoad(small, path))
  },
}))

/** Signed in as an owner; checks that the page is answered. */
async function pageLoad(site: Site, path: string): Promise<Load> {
  const cookie = await enter(site, 'bench')
  const answer = await fetch(site.origin + path, { headers: { cookie }, redirect: 'manual' })
  assert.equal(answer.status, 200)
  return { ...get(site.origin, path, { cookie }), connections: 8 }
}
