import { expect, test } from 'vitest'
import { ShortLivedMap, WaitingList } from '../../src/foundation/heap/index.ts'

function lineOf(...items: string[]) {
  const line = new WaitingList<string>()
  return { line, places: items.map((item) => line.add(item)) }
}

test('a waiting list keeps the order in which its items came, whoever leaves', () => {
  const { line, places } = lineOf('a', 'b', 'c', 'd', 'e')
  for (const at of [2, 0, 4]) line.remove(places[at] as (typeof places)[number])
  expect([[...line], line.first, line.size]).toEqual([['b', 'd'], 'b', 2])
  line.add('f')
  expect([...line]).toEqual(['b', 'd', 'f'])
})

test('an item that leaves a waiting list twice leaves it once', () => {
  const { line, places } = lineOf('a', 'b')
  const [first] = places as [(typeof places)[number]]
  line.remove(first)
  line.remove(first)
  expect([[...line], line.size]).toEqual([['b'], 1])
})

test('an empty waiting list has no first item, also after all have left', () => {
  const { line, places } = lineOf('a', 'b')
  for (const place of places) line.remove(place)
  expect([[...line], line.first, line.size]).toEqual([[], undefined, 0])
})

test('each item may leave the waiting list while it is at hand', () => {
  const { line, places } = lineOf('a', 'b', 'c')
  const seen: string[] = []
  for (const item of line) {
    seen.push(item)
    line.remove(places[seen.length - 1] as (typeof places)[number])
  }
  expect([seen, line.size]).toEqual([['a', 'b', 'c'], 0])
})

test('a map of short lives keeps those who stay, however many come and go', () => {
  const map = new ShortLivedMap<string, number>()
  map.set('stays', 1)
  for (let turn = 0; turn < 1_000; turn += 1) {
    map.set(`${turn}`, turn)
    map.set('changes', turn)
    map.delete(`${turn}`)
    map.delete('never was here')
  }
  expect([map.get('stays'), map.get('changes'), map.get('999'), map.values()]).toEqual([1, 999, undefined, [1, 999]])
})
