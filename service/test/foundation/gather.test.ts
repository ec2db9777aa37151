import { expect, test } from 'vitest'
import { gather } from '../../src/foundation/jobs/index.ts'

/** Writes that end when the test says so. */
function heldWrites() {
  const writes: { readonly items: readonly string[]; end(error?: Error): void }[] = []
  const write = (items: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      writes.push({ items, end: (error) => (error ? reject(error) : resolve()) })
    })
  return { writes, write: gather(write) }
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
