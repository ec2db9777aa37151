import { expect, test } from 'vitest'
import { breather } from '../../src/foundation/jobs/index.ts'

function compute(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Work of a request that needs so many turns of the event loop, each of which takes a moment. */
function answerIn(turns: number, done: () => void): void {
  compute(1)
  if (turns === 1) done()
  else setImmediate(() => answerIn(turns - 1, done))
}

// Guarantees that a request is not held up at each of its steps by a large import.
test('long work waits until requests that need several turns of the event loop are answered', async () => {
  const breathe = breather()
  let isAnswered = false
  setImmediate(() =>
    answerIn(10, () => {
      isAnswered = true
    }),
  )
  compute(2)
  await breathe()
  expect(isAnswered).toBe(true)
})

// Guarantees that the work ends, however many requests there are.
test('long work goes on after some turns, also if there is always something else to do', async () => {
  const breathe = breather()
  let isOver = false
  const goOn = () => {
    compute(1)
    if (!isOver) setImmediate(goOn)
  }
  setImmediate(goOn)
  compute(2)
  await breathe()
  isOver = true
})
