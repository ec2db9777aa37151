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

test('what is used again stays, however many others come and go', () => {
  const memory = openMemory<number>({ most: 100, ...LASTING })
  memory.set('used', 1)
  for (let number = 0; number < 10_000; number += 1) {
    memory.set(`other ${number}`, number)
    expect(memory.fresh('used')).toBe(1)
  }
  expect(memory.last('other 9900')).toBeUndefined()
  expect(memory.last('other 9901')).toBe(9_901)
})

test('what was forgotten leaves its room to others', () => {
  const memory = openMemory<string>({ most: 2, mostBytes: 10, ...LASTING })
  memory.set('one', 'a', 8)
  memory.forget('one')
  memory.forget('one')
  memory.set('two', 'b', 8)
  memory.set('three', 'c', 2)
  expect(['one', 'two', 'three'].map(memory.last)).toEqual([undefined, 'b', 'c'])
})

test('an entry that is larger than everything allowed is not kept, and neither is anything else', () => {
  const memory = openMemory<string>({ most: 2, mostBytes: 10, ...LASTING })
  memory.set('one', 'a', 4)
  memory.set('huge', 'b', 11)
  memory.set('two', 'c', 4)
  expect(['one', 'huge', 'two'].map(memory.last)).toEqual([undefined, undefined, 'c'])
})
