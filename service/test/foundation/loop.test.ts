import { queryObjects } from 'node:v8'
import { expect, onTestFinished, test } from 'vitest'
import { startLoop } from '../../src/foundation/jobs/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'

const silent = createLog('silent', () => {})
const PAUSES = 500

// Guarantees that a service that runs for months keeps nothing of the pauses of its loops, of which there are several a second.
test('a loop keeps nothing of its pauses', async () => {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  let runs = 0
  let before = 0
  const loop = startLoop(
    {
      name: 'idle',
      pauseMs: 0,
      run: async () => {
        runs += 1
        if (runs === 1) before = promises()
        if (runs > PAUSES) resolve()
        return false
      },
    },
    silent,
  )
  onTestFinished(loop.stop)
  await reached
  expect(promises() - before).toBeLessThan(PAUSES / 2)
})

// Guarantees that the service stops at once, also while a loop has nothing to do.
test('a loop that pauses ends as soon as it is stopped, and one that works ends after its part', async () => {
  const ran = Promise.withResolvers<void>()
  const look = async () => {
    ran.resolve()
    return false
  }
  const pausing = startLoop({ name: 'idle', pauseMs: 3_600_000, run: look }, silent)
  await ran.promise
  await pausing.stop()

  const part = Promise.withResolvers<void>()
  let isDone = false
  const working = startLoop(
    {
      name: 'busy',
      pauseMs: 3_600_000,
      run: async () => {
        await part.promise
        isDone = true
        return false
      },
    },
    silent,
  )
  const stopped = working.stop()
  part.resolve()
  await stopped
  expect(isDone).toBe(true)
})

/** How many promises live. */
function promises(): number {
  return queryObjects(Promise, { format: 'count' })
}
