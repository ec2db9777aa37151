import { expect, test } from 'vitest'
import { idPattern, isId, newId } from '../../src/foundation/ids/index.ts'

test('an id is its prefix and 26 characters of lower-case Crockford base32', () => {
  expect(newId('project')).toMatch(/^prj_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  expect(newId('post')).toMatch(new RegExp(idPattern('post')))
})

// Guarantees that base32 keeps the bits of the UUIDv7: version 7 stands in bits 48 to 51.
test('the id holds a UUIDv7 of this moment', () => {
  const before = Date.now()
  const digits = newId('user').slice(4)
  const value = [...digits].reduce(
    (sum, digit) => sum * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit)),
    0n,
  )
  const hex = value.toString(16).padStart(32, '0')
  expect(hex[12]).toBe('7')
  const moment = Number.parseInt(hex.slice(0, 12), 16)
  expect(moment).toBeGreaterThanOrEqual(before)
  expect(moment).toBeLessThanOrEqual(Date.now() + 1_000) // many ids in one millisecond borrow from the next ones
})

test('ids sort by creation, also within one millisecond', () => {
  const made = Array.from({ length: 2_000 }, () => newId('event'))
  expect([...made].sort()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
})

test.each([
  '',
  'prj_',
  'usr_01m7eg5hdpejysxrjx39d6rvvy',
  'prj_01M7EG5HDPEJYSXRJX39D6RVVY',
  'prj_81m7eg5hdpejysxrjx39d6rvvy',
  'prj_01m7eg5hdpejysxrjx39d6rvv',
  'prj_01m7eg5hdpejysxrjx39d6rvvu',
  "prj_01m7eg5hdpejysxrjx39d6rvvy'",
])('%j is no id of a project', (text) => {
  expect(isId('project', text)).toBe(false)
})
