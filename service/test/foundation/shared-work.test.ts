import { expect, test } from 'vitest'
import { openSharedWork } from '../../src/foundation/memory/index.ts'

/** Work that waits until it is told to end, and counts its turns. */
function heldWork() {
  const turns: { end(): void; fail(): void }[] = []
  const work = () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const turn = turns.length
    turns.push({ end: () => resolve(turn), fail: () => reject(new Error(`turn ${turn}`)) })
    return promise
  }
  return { turns, work }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

// Guarantees that a crowd costs two turns, and that nobody gets what was read before they asked.
test('those who ask while work is done share the next turn', async () => {
  const shared = openSharedWork<number>()
  const { turns, work } = heldWork()
  const first = shared.run('list', work)
  const others = [shared.run('list', work), shared.run('list', work)]
  await settled()
  expect(turns).toHaveLength(1)
  turns[0]?.end()
  expect(await first).toBe(0)
  await settled()
  const later = shared.run('list', work)
  turns[1]?.end()
  expect(await Promise.all(others)).toEqual([1, 1])
  await settled()
  turns[2]?.end()
  expect(await later).toBe(2)
  expect(turns).toHaveLength(3)
})

test('who asks for something else, or after the end, waits for nobody', async () => {
  const shared = openSharedWork<number>()
  const { turns, work } = heldWork()
  const both = [shared.run('one', work), shared.run('two', work)]
  expect(turns).toHaveLength(2)
  for (const turn of turns) turn.end()
  await Promise.all(both)
  await settled()
  void shared.run('one', work)
  expect(turns).toHaveLength(3)
})

test('a failure is told to those of its turn, and the next turn begins', async () => {
  const shared = openSharedWork<number>()
  const { turns, work } = heldWork()
  const first = shared.run('list', work)
  const others = [shared.run('list', work), shared.run('list', work)]
  turns[0]?.fail()
  await expect(first).rejects.toThrow('turn 0')
  await settled()
  turns[1]?.fail()
  expect(await Promise.allSettled(others)).toEqual(
    Array.from({ length: 2 }, () => ({ status: 'rejected', reason: new Error('turn 1') })),
  )
  await settled()
  const last = shared.run('list', work)
  turns[2]?.end()
  expect(await last).toBe(2)
})

test('a turn that does not end holds up nobody for longer than the limit', async () => {
  const shared = openSharedWork<number>({ longestWaitMs: 5 })
  const { turns, work } = heldWork()
  void shared.run('list', work)
  const next = shared.run('list', work)
  await expect.poll(() => turns.length).toBe(2)
  turns[1]?.end()
  expect(await next).toBe(1)
})

test('work that throws at once fails like any other, and the next turn begins', async () => {
  const shared = openSharedWork<number>()
  const { turns, work } = heldWork()
  const broken = (): Promise<number> => {
    throw new Error('at once')
  }
  const first = shared.run('list', work)
  const second = shared.run('list', broken)
  turns[0]?.end()
  await first
  await expect(second).rejects.toThrow('at once')
  await settled()
  void shared.run('list', work)
  expect(turns).toHaveLength(2)
})
