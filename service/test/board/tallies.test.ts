import { expect, test } from 'vitest'
import { openTallies } from '../../src/surfaces/board/ideas/tallies.ts'

// Guarantees that counting on a large board takes a fiftieth of the time, however often the board is read.
test('a count rests fifty times as long as it took; one that took no time is never old', async () => {
  let time = 0
  let counted = 0
  const tally = openTallies(() => time)
  const ask = async (name: string, took: number) =>
    (
      await tally(name, async () => {
        time += took
        counted += 1
        return new Map([['n', counted]])
      })
    ).counts.get('n')
  expect(await ask('large', 500)).toBe(1)
  time += 500 * 50 - 1
  expect(await ask('large', 500)).toBe(1)
  expect(await ask('another', 0)).toBe(2)
  expect(await ask('another', 0)).toBe(3)
  time += 1
  expect(await ask('large', 500)).toBe(4)
})
