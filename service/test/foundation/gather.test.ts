import { expect, test } from 'vitest'
import { type GatherOptions, gather } from '../../src/foundation/jobs/index.ts'

/** Writes that end when the test says so. */
function heldWrites(options?: GatherOptions) {
  const writes: { readonly items: readonly string[]; end(error?: Error): void }[] = []
  const write = (items: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      writes.push({ items, end: (error) => (error ? reject(error) : resolve()) })
    })
  return { writes, write: gather(write, options) }
}

test('what comes while a write is under way is written together by the next one', async () => {
  const { writes, write } = heldWrites()
  const first = write('a')
  await expect.poll(() => writes.length).toBe(1)
  const others = Promise.all([write('b'), write('c')])
  expect(writes.map(({ items }) => items)).toEqual([['a']])
  writes[0]?.end()
  await first
  await expect.poll(() => writes.length).toBe(2)
  expect(writes[1]?.items).toEqual(['b', 'c'])
  writes[1]?.end()
  await others
})

test('a write that fails concerns those whose items it had, and the next one goes on', async () => {
  const { writes, write } = heldWrites()
  const failed = [write('a'), write('b')].map((written) => expect(written).rejects.toThrow('no'))
  await expect.poll(() => writes.length).toBe(1)
  const next = write('c')
  writes[0]?.end(new Error('no'))
  await Promise.all(failed)
  await expect.poll(() => writes.length).toBe(2)
  writes[1]?.end()
  await expect(next).resolves.toBeUndefined()
})

test('while more are expected, a write waits until there are enough', async () => {
  let areMoreExpected = true
  const { writes, write } = heldWrites({ enough: 3, withinMs: 60_000, areMoreExpected: () => areMoreExpected })
  const first = [write('a'), write('b')]
  await new Promise(setImmediate)
  expect(writes).toEqual([])
  first.push(write('c'))
  await expect.poll(() => writes.length).toBe(1)
  expect(writes[0]?.items).toEqual(['a', 'b', 'c'])
  writes[0]?.end()
  await Promise.all(first)
  areMoreExpected = false
  const last = write('d')
  await expect.poll(() => writes.length).toBe(2)
  writes[1]?.end()
  await last
})

test('if those that are expected do not come, a write waits no longer than its time', async () => {
  const { writes, write } = heldWrites({ enough: 3, withinMs: 5, areMoreExpected: () => true })
  const alone = write('a')
  await expect.poll(() => writes.length).toBe(1)
  writes[0]?.end()
  await alone
})
