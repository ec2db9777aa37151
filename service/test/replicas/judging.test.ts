import { expect, test } from 'vitest'
import { isRecent, openMarks, reasonAgainst } from '../../src/foundation/storage/replicas.ts'

const primary = { database: '7 svc', timeline: 2, position: 100 }
const said = { isReplica: true, database: '7 svc', timeline: 2, position: 100, isPatient: false }

test('how far a replica is behind is the age of the newest position of the primary that it has reached', () => {
  const marks = openMarks()
  expect(marks.lagMs(100, 0)).toBeUndefined()
  expect(marks.primary(0)).toBeUndefined()
  marks.add(primary, 1_000)
  marks.add({ ...primary, position: 200 }, 2_000)
  marks.add({ ...primary, position: 300 }, 3_000)
  expect(marks.lagMs(300, 3_500)).toBe(0)
  expect(marks.lagMs(299, 3_500)).toBe(1_500)
  expect(marks.lagMs(100, 3_500)).toBe(2_500)
  expect(marks.lagMs(99, 3_500)).toBeUndefined()
  expect([300, 299, 99].map(marks.reachedAt)).toEqual([3_000, 2_000, undefined])
  marks.add({ ...primary, position: 300 }, 90_000) // nothing was written for long
  expect(marks.lagMs(300, 90_500)).toBe(0)
  expect(marks.primary(90_500)).toMatchObject({ position: 300 })
  expect(marks.primary(95_001)).toBeUndefined()
  marks.add({ ...primary, timeline: 3, position: 250 }, 96_000) // after a failover positions of the lost history say nothing
  expect(marks.lagMs(300, 96_000)).toBe(0)
  expect(marks.lagMs(249, 96_000)).toBeUndefined()
})

test('what a replica lacks is never older than its limit, also while the primary or the replica is silent', () => {
  const known = { heardAt: 10_000, hasAllUntil: 9_000, mostLagMs: 5_000 }
  expect(isRecent(known, 12_999)).toBe(true)
  expect(isRecent(known, 13_000)).toBe(false) // the replica is silent
  expect(isRecent({ ...known, hasAllUntil: 7_000 }, 12_000)).toBe(true)
  expect(isRecent({ ...known, hasAllUntil: 7_000 }, 12_001)).toBe(false)
  expect(isRecent({ ...known, hasAllUntil: Number.NEGATIVE_INFINITY }, 10_000)).toBe(false)
})

test.each([
  ['it is near enough', said, primary, 5_000, undefined],
  ['it takes writes', { ...said, isReplica: false }, primary, 0, /takes writes/],
  ['the primary is silent', said, undefined, 0, /primary does not answer/],
  ['it has another database', { ...said, database: '8 svc' }, primary, 0, /another database/],
  ['it follows the lost primary', { ...said, timeline: 1 }, primary, 0, /does not follow/],
  ['it is too far behind', said, primary, 5_001, /5 seconds behind/],
  ['nobody knows how far it is behind', said, primary, undefined, /nobody knows/],
] as const)('a replica is used or left out: %s', (_, replica, asked, lagMs, reason) => {
  const found = reasonAgainst(replica, asked, lagMs, 5_000)
  if (reason === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(reason)
})
