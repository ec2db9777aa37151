import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { databaseClock } from '../../src/foundation/storage/clock.ts'

/** A pool whose answers take as long as `delay` says, all of it after the database read its clock. */
function slowPool(delay: () => number, offset: () => number) {
  let slowAnswers = 0
  const query = async () => {
    const ms = Date.now() + offset()
    const delayMs = delay()
    await new Promise((wake) => setTimeout(wake, delayMs))
    if (delayMs > 0) slowAnswers += 1
    return { rows: [{ ms }] }
  }
  return { pool: { query } as unknown as Pick<pg.Pool, 'query'>, slowAnswers: () => slowAnswers }
}

// Guarantees that time never goes back because the database was slow to answer: a sign-in that began before it would be refused.
test('an answer that took long does not move the clock', async () => {
  let delayMs = 0
  const { pool, slowAnswers } = slowPool(
    () => delayMs,
    () => 0,
  )
  const clock = await databaseClock(pool, 5)
  onTestFinished(() => clock.stop())
  delayMs = 400 // its middle is 200 ms too late
  const before = { clock: clock.now().getTime(), machine: performance.now() }
  await expect.poll(slowAnswers).toBeGreaterThan(3)
  const passed = { clock: clock.now().getTime() - before.clock, machine: performance.now() - before.machine }
  expect(Math.abs(passed.clock - passed.machine)).toBeLessThan(150)
})

test('a database whose clock was set is followed', async () => {
  let offsetMs = 0
  const { pool } = slowPool(
    () => 0,
    () => offsetMs,
  )
  const clock = await databaseClock(pool, 5)
  onTestFinished(() => clock.stop())
  offsetMs = 3_600_000
  await expect.poll(() => clock.aheadMs()).toBeLessThan(-3_000_000)
})
