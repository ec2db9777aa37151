import { performance } from 'node:perf_hooks'
import type pg from 'pg'

const SAMPLE_EVERY_MS = 10_000
/** No rule about time needs more precision, and clocks in whole milliseconds differ by this much. */
const NO_MATTER_MS = 20

export interface Clock {
  /** Now, by the database's clock. A step of this machine's clock does not move it. */
  now(): Date
  /** How far this machine's clock is ahead of the database's. */
  aheadMs(): number
}

/**
 * The database's time, read every ten seconds and advanced by the monotonic clock in between. An answer may be wrong by half the time that
 * it took: it only changes the clock if the difference is larger than that.
 */
export async function databaseClock(
  pool: Pick<pg.Pool, 'query'>,
  everyMs = SAMPLE_EVERY_MS,
): Promise<Clock & { stop(): void }> {
  let { base } = await sample(pool)
  const timer = setInterval(() => {
    sample(pool).then(
      (taken) => {
        if (Math.abs(taken.base - base) > taken.inexactMs + NO_MATTER_MS) base = taken.base
      },
      () => {}, // out of reach: the clock goes on from the last sample, and requests report the outage themselves
    )
  }, everyMs)
  timer.unref()
  const nowMs = () => base + performance.now()
  return {
    now: () => new Date(nowMs()),
    aheadMs: () => Date.now() - nowMs(),
    stop: () => clearInterval(timer),
  }
}

async function sample(pool: Pick<pg.Pool, 'query'>): Promise<{ base: number; inexactMs: number }> {
  const asked = performance.now()
  const { rows } = await pool.query('select extract(epoch from clock_timestamp()) * 1000 as ms')
  const answered = performance.now()
  return { base: Number(rows[0].ms) - (asked + answered) / 2, inexactMs: (answered - asked) / 2 }
}
