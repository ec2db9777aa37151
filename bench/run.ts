import { closeScaleSites } from './scale.ts'
import type { Workload } from './workload.ts'
import { atScaleWorkloads } from './workloads/at-scale.ts'
import { boardPage } from './workloads/board-page.ts'
import { listByCategoryAtScale } from './workloads/by-category.ts'
import { listByField } from './workloads/by-field.ts'
import { cliff, crowdMemory } from './workloads/cliff.ts'
import { consoleWorkloads } from './workloads/console.ts'
import { deliveries } from './workloads/deliveries.ts'
import { exchange, exchangeAtScale } from './workloads/exchange.ts'
import { exportMemory } from './workloads/export.ts'
import { fanOut, fanOutMemory, fanOutRequest } from './workloads/fan-out.ts'
import { housekeepingBeside } from './workloads/housekeeping.ts'
import { importing } from './workloads/import.ts'
import { importMemory, importNeighbours } from './workloads/import-beside.ts'
import { insights } from './workloads/insights.ts'
import { liveDelivery, liveMemory, liveStorm } from './workloads/live.ts'
import { mails } from './workloads/mails.ts'
import { memory, memoryAfterLoad } from './workloads/memory.ts'
import { neighbourStorm } from './workloads/neighbour-storm.ts'
import { getPost, listPosts, listPostsTogether } from './workloads/posts.ts'
import { rateLimitWorkloads } from './workloads/rate-limits.ts'
import { replica } from './workloads/replica.ts'
import { search } from './workloads/search.ts'
import { segments } from './workloads/segments.ts'
import { session } from './workloads/session.ts'
import { start } from './workloads/start.ts'
import { boardPageUnchanged, listPostsUnchanged } from './workloads/unchanged.ts'
import { version } from './workloads/version.ts'
import { castVote, hotVote } from './workloads/votes.ts'

const WORKLOADS = [
  version,
  start,
  memory,
  memoryAfterLoad,
  exchange,
  session,
  exchangeAtScale,
  listPosts,
  listPostsTogether,
  listPostsUnchanged,
  getPost,
  castVote,
  hotVote,
  search,
  boardPage,
  boardPageUnchanged,
  cliff,
  crowdMemory,
  neighbourStorm,
  fanOut,
  fanOutRequest,
  fanOutMemory,
  liveDelivery,
  liveMemory,
  liveStorm,
  mails,
  importing,
  importMemory,
  importNeighbours,
  exportMemory,
  housekeepingBeside,
  deliveries,
  replica,
  segments,
  insights,
  ...rateLimitWorkloads,
  ...atScaleWorkloads,
  ...consoleWorkloads,
  listByCategoryAtScale,
  listByField,
]

const words = process.argv.slice(2)
const json = words.includes('--json')
const names = words.filter((word) => !word.startsWith('--'))
const chosen = WORKLOADS.filter(({ name }) => names.length === 0 || names.includes(name))
const unknown = names.filter((name) => !WORKLOADS.some((workload) => workload.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no workload ${unknown.join(', ')}. There are: ${WORKLOADS.map(({ name }) => name).join(', ')}.\n`,
  )
  process.exit(2)
}

process.setMaxListeners(0) // one for each server of the run
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const results: object[] = []
try {
  for (const workload of chosen) await report(workload)
} finally {
  await closeScaleSites()
}
if (json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)

async function report({ name, unit, floor, measure }: Workload): Promise<void> {
  process.stderr.write(`Measuring ${name} …\n`)
  const { ours, limit, ratio } = await measure()
  results.push({ name, unit, ours: round(ours), limit: round(limit), ratio: round(ratio) })
  if (ratio < floor) process.exitCode = 1
  if (json) return
  const verdict = ratio < floor ? `below its floor of ${floor}` : `at least ${floor} asked`
  process.stdout.write(
    `${name.padEnd(12)} ${round(ours)} ${unit}, limit ${round(limit)}, ratio ${round(ratio)} (${verdict})\n`,
  )
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}
