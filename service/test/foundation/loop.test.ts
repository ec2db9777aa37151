import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startLoop } from '../../src/foundation/jobs/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'

const silent = createLog('silent', () => {})
const PAUSES = 500

// Guarantees that a service that runs for months keeps nothing of the pauses of its loops, of which there are several a second.
test('a loop keeps nothing of its pauses', async () => {
  const program = new URL('./loop-pauses.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(PAUSES)])
  expect(Number(stdout)).toBeLessThan(PAUSES / 2)
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
