import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { noteRequest, startLoop, watchWrites } from '../../src/foundation/jobs/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { joinStorage } from '../../src/foundation/storage/index.ts'
import { until } from '../harness/process.ts'

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
  const pausing = startLoop({ name: 'idle', pauseMs: 3_600_000, run: look }, { log: silent })
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
    { log: silent },
  )
  const stopped = working.stop()
  part.resolve()
  await stopped
  expect(isDone).toBe(true)
})

// Guarantees that an idle service asks PostgreSQL for little, and yet begins all work within its pause.
test('a loop that found nothing looks again once something was written, and at the latest after its rest', async () => {
  let written = '1:1:'
  let runs = 0
  let asked = 0
  const loop = startLoop(
    {
      name: 'watching',
      pauseMs: 1,
      restMs: 3_600_000,
      run: async () => {
        runs += 1
        return false
      },
    },
    {
      log: silent,
      writes: async () => {
        asked += 1
        return written
      },
    },
  )
  onTestFinished(() => loop.stop())
  await until(() => asked > 20)
  expect(runs).toBe(1)
  written = '1:2:1'
  await until(() => runs === 2)
  const before = asked
  await until(() => asked > before + 20)
  expect(runs).toBe(2)
})

test('a loop looks again after its rest although nothing was written, and after a failure', async () => {
  let rested = 0
  let failed = 0
  const writes = async () => 'the same'
  const loops = [
    startLoop({ name: 'rests', pauseMs: 1, restMs: 5, run: async () => ++rested < 0 }, { log: silent, writes }),
    startLoop(
      {
        name: 'fails',
        pauseMs: 1,
        restMs: 3_600_000,
        run: async () => {
          failed += 1
          throw new Error('not yet')
        },
      },
      { log: silent, writes },
    ),
  ]
  onTestFinished(async () => void (await Promise.all(loops.map((loop) => loop.stop()))))
  await until(() => rested > 2 && failed > 2)
})

// Guarantees that a transaction that was under way at one moment and had ended at the next is noticed, as is one that began and ended between them.
test('what was written is told from what was not', async () => {
  const database = await joinStorage({ connection: inject('connection'), schemaVersion: 0 }, () => {})
  onTestFinished(database.close)
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const writing = database.transaction(async (sql) => {
    await sql`select pg_current_xact_id()`
    begun.resolve()
    await mayEnd.promise
  })
  await begun.promise
  const during = await watchWrites(database.sql)()
  mayEnd.resolve()
  await writing
  const after = await watchWrites(database.sql)()
  expect(after).not.toBe(during)
})

// Guarantees that an import leaves PostgreSQL and the process to many requests for half of the time.
test('a loop that gives way rests after each part for as long as it took while there are many requests', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  const run = async () => {
    runs += 1
    await new Promise((resolve) => setTimeout(resolve, 3))
    return true
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const partsIn = async (givesWay: boolean) => {
    runs = 0
    const loop = startLoop({ name: 'import', givesWay, run }, { log: silent })
    for (let part = 0; part < 3; part += 1) {
      for (let request = 0; request < 30; request += 1) noteRequest(performance.now())
      for (const end = performance.now() + 5; performance.now() < end; ); // the part takes so long
      vi.advanceTimersByTime(3)
      await turn()
    }
    const parts = runs
    const stopped = loop.stop()
    vi.advanceTimersByTime(3)
    await stopped
    return parts
  }
  expect(await partsIn(false)).toBe(4)
  expect(await partsIn(true)).toBeLessThanOrEqual(3) // each second turn is a rest of five milliseconds
})
