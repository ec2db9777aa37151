import autocannon from 'autocannon'
import { type Measured, median } from './workload.ts'

const ROUNDS = 6
const SECONDS = 2

export interface Load {
  readonly url: string
  readonly connections?: number
}

/** Requests a second of both sides, turn by turn; the ratio is the median of the ratios of the turns. */
export async function compareThroughput(ours: Load, limit: Load): Promise<Measured> {
  await fire(ours, 1)
  await fire(limit, 1)
  const turns: { ours: number; limit: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whoever goes second finds a warmer machine, so they take turns at that too.
    const oursFirst = round % 2 === 0
    const first = await fire(oursFirst ? ours : limit, SECONDS)
    const second = await fire(oursFirst ? limit : ours, SECONDS)
    turns.push(oursFirst ? { ours: first, limit: second } : { ours: second, limit: first })
  }
  return {
    ours: median(turns.map((turn) => turn.ours)),
    limit: median(turns.map((turn) => turn.limit)),
    ratio: median(turns.map((turn) => turn.ours / turn.limit)),
  }
}

async function fire({ url, connections = 32 }: Load, duration: number): Promise<number> {
  const result = await autocannon({ url, connections, duration })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result.requests.average
}
