import { fire, type Load } from './load.ts'
import { type Measured, median } from './workload.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 8)
const SECONDS = 1.5
/** V8 compiles what is used most again and again: services that had just started became faster for about eight seconds of requests. */
const WARM_UP_TURNS = 6

/** Requests a second of both sides, turn by turn; the ratio is the median of the ratios of the turns. */
export async function compareThroughput(ours: Load, limit: Load): Promise<Measured> {
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) for (const side of [ours, limit]) await fire(side, SECONDS)
  const turns: { ours: number; limit: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // The second side finds a warmer machine, so the order alternates too.
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
