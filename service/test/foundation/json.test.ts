import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonFault, parseJson } from '../../src/foundation/json/index.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

// Guarantees that the scan for duplicates refuses nothing else: it agrees with JSON.parse on every value without one.
test('every JSON value is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 4, stringUnit: 'grapheme' }).filter((text) => !text.includes('\\u0000')),
      (text) => {
        expect(parse(text)).toEqual(JSON.parse(text))
      },
    ),
    { numRuns: 2_000 },
  )
})

test.each([
  ['{"a":1,"a":2}'],
  ['{"sub":1,"\\u0073ub":2}'],
  ['{"x":{"a":[{"b":1,"b":1}]}}'],
  ['[{"a":"}","a":1}]'],
  ['{"":1,"":2}'],
  ['{"__proto__":1,"__proto__":2}'],
])('duplicate members are refused: %s', (text) => {
  expect(() => parse(text)).toThrow(JsonFault)
})

test.each([['{"a":"a","b":"a"}'], ['[{"a":1},{"a":1}]'], ['{"a":{"a":{"a":1}}}'], ['{"a":"\\"a\\":","b":1}']])(
  'the same name in another object, or as a value, is no duplicate: %s',
  (text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  },
)

test.each([
  ['a byte order mark', Buffer.from('\ufeff{}')],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ['an overlong form', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['half of a surrogate pair', Buffer.from('"\\ud800"')],
  ['half of a surrogate pair in a name', Buffer.from('{"\\ud800":1}')],
  ['NUL', Buffer.from('"a\\u0000b"')],
  ['NUL in a name', Buffer.from('{"a\\u0000":1}')],
  ['nothing', Buffer.alloc(0)],
  ['two values', Buffer.from('1 2')],
  ['a comment', Buffer.from('{}//')],
  ['a trailing comma', Buffer.from('[1,]')],
])('%s is refused', (_, bytes) => {
  expect(() => parseJson(bytes)).toThrow(JsonFault)
})

// Guarantees that no code after the parser runs out of stack: JSON.stringify does at about 4,400 levels.
test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
  ['lists with an escape, which are walked', '["\\u0061",', ']'],
])('a value of 1,024 levels is read, and one of more is refused: %s', (_, open, close) => {
  const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`
  expect(JSON.stringify(parse(nested(1_024)))).toBe(JSON.stringify(JSON.parse(nested(1_024))))
  for (const levels of [1_025, 5_000, 30_000]) expect(() => parse(nested(levels))).toThrow(JsonFault)
})

test('brackets beside each other, or in a text, are no depth', () => {
  for (const text of [`[${'[],'.repeat(5_000)}[]]`, JSON.stringify('['.repeat(5_000))])
    expect(parse(text)).toEqual(JSON.parse(text))
})

test('a member named __proto__ is data and touches no prototype', () => {
  const value = parse('{"__proto__":{"polluted":true}}')
  expect(Object.hasOwn(value as object, '__proto__')).toBe(true)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
