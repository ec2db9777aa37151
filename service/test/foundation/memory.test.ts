import { expect, test } from 'vitest'
import { openMemory } from '../../src/foundation/memory/index.ts'

const LASTING = { freshMs: Number.POSITIVE_INFINITY }

test('a full memory forgets what was used longest ago', () => {
  const memory = openMemory<number>({ most: 4, ...LASTING })
  const names = ['one', 'two', 'three', 'four']
  for (const [value, name] of names.entries()) memory.set(name, value)
  expect(memory.fresh('one')).toBe(0)
  memory.set('five', 5)
  expect([...names, 'five'].map(memory.last)).toEqual([0, undefined, 2, 3, 5])
})

test('entries take no more bytes than allowed, and one that is replaced counts once', () => {
  const memory = openMemory<string>({ most: 100, mostBytes: 10, ...LASTING })
  memory.set('one', 'a', 4)
  memory.set('two', 'b', 4)
  memory.set('two', 'c', 6)
  expect(['one', 'two'].map(memory.last)).toEqual(['a', 'c'])
  memory.set('three', 'd', 3)
  expect(['one', 'two', 'three'].map(memory.last)).toEqual([undefined, 'c', 'd'])
})
