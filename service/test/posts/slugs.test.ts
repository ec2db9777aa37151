import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugFrom } from '../../src/domain/texts/index.ts'

const LONGEST = 60

// Guarantees that links which people saved stay as they are: titles in ASCII have a way of their own.
test('a slug of an ASCII text is made of its first whole words that fit', () => {
  const ascii = fc.string({ unit: fc.constantFrom(...'abcXYZ019 -_.,!?'), maxLength: 160 })
  fc.assert(
    fc.property(ascii, (text) => {
      const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
      const fitting = words.filter((_, place) => words.slice(0, place + 1).join('-').length <= LONGEST)
      expect(slugFrom(text)).toBe(fitting.join('-') || (words[0] ?? '').slice(0, LONGEST))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['', ''],
  ['?!', ''],
  ['  Dark mode, please! ', 'dark-mode-please'],
  ['Größe', 'große'],
  ['a'.repeat(LONGEST + 1), 'a'.repeat(LONGEST)],
  [`${'a'.repeat(LONGEST - 2)} b c`, `${'a'.repeat(LONGEST - 2)}-b`],
  [`${'a'.repeat(LONGEST - 1)} b`, 'a'.repeat(LONGEST - 1)],
  ['ダークモード 設定', 'ダークモード-設定'],
])('the slug of %j is %j', (text, slug) => {
  expect(slugFrom(text)).toBe(slug)
})
