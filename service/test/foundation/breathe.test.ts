import { expect, onTestFinished, test, vi } from 'vitest'
import { breather, isAsked, isAskedMuch, noteRequest } from '../../src/foundation/jobs/index.ts'

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
  await new Promise(setImmediate) // the last of it
})

// Guarantees that a large file leaves most of the process to many requests, and that its sender still gets an answer in time.
test('work that may rest does so for twice as long as it went on while there are many requests, and for three seconds in all', async () => {
  const clock = openClock()
  const [resting, other] = [breather({ mayRest: true }), breather()]
  const timePassed = async (breathe: () => Promise<void>) => {
    const began = clock.now()
    await clock.passRestOf(breathe)
    return clock.now() - began
  }
  clock.pass(3)
  expect(await timePassed(resting)).toBe(0) // nobody asks
  for (let request = 0; request < 30; request += 1) noteRequest(clock.now())
  clock.pass(3)
  expect(await timePassed(other)).toBe(0)
  expect(await timePassed(resting)).toBe(6)
  clock.pass(400)
  expect(await timePassed(resting)).toBe(20) // at a time
  let rested = 6 + 20
  for (let turn = 0; turn < 1_000; turn += 1) {
    for (let request = 0; request < 30; request += 1) noteRequest(clock.now())
    clock.pass(10)
    rested += await timePassed(resting)
  }
  expect(rested).toBeGreaterThanOrEqual(3_000)
  expect(rested).toBeLessThan(3_020)
})

// Guarantees that somebody who only watches how far an import is does not slow it down.
test('a process is asked much from twenty requests in a second on, and until a second has passed without them', () => {
  const clock = openClock()
  for (let request = 0; request < 19; request += 1) noteRequest(clock.now())
  expect([isAsked(), isAskedMuch()]).toEqual([true, false])
  noteRequest(clock.now())
  expect(isAskedMuch()).toBe(true)
  clock.pass(1_000)
  expect([isAsked(), isAskedMuch()]).toEqual([false, true])
  noteRequest(clock.now())
  clock.pass(1_000)
  expect(isAskedMuch()).toBe(false)
})

/** A clock that only goes on when it is told to. It begins an hour after that of the test before. */
function openClock() {
  time += 3_600_000
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => spy.mockRestore())
  const pass = (ms: number) => {
    time += ms
  }
  return { now: () => time, pass, passRestOf: (begin: () => Promise<void>) => passRestOf(begin, pass) }
}
let time = performance.now()

/** Begins work that rests at once or not at all, and lets the rest be over. Timers of others go on as always. */
async function passRestOf(begin: () => Promise<void>, pass: (ms: number) => void): Promise<void> {
  const rests: { readonly ms: number; readonly end: () => void }[] = []
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((end: () => void, ms: number) => {
    rests.push({ ms, end })
  }) as unknown as typeof setTimeout) // nobody uses what it returns
  const work = begin()
  spy.mockRestore()
  for (const { ms, end } of rests) {
    pass(ms)
    end()
  }
  await work
}
