import { expect, test } from 'vitest'
import { endsOf } from '../../src/domain/search/words.ts'

const WORDS = ['abc', 'abcd', 'abcde', 'abcdefg', 'übergröße', '会议室', '日程', 'a']

// Guarantees that whoever makes one mistake in a word finds it: words are only looked up by the half that has no mistake.
test.each(WORDS)('each word with one mistake begins or ends like half of %s', (word) => {
  const [head, tail] = endsOf(word, 2)
  expect(
    wordsWithOneMistake(word).filter((other) => !other.startsWith(head) && !backwards(other).startsWith(tail)),
  ).toEqual([])
})

test('the halves of a word share no letter, and a third is a third', () => {
  expect([endsOf('lnk', 2), endsOf('editor', 2), endsOf('payment', 2)]).toEqual([
    ['l', 'kn'],
    ['edi', 'rot'],
    ['pay', 'tnem'],
  ])
  expect(endsOf('calendars', 3)).toEqual(['cal', 'sra'])
})

function wordsWithOneMistake(word: string): string[] {
  const letters = [...word]
  const at = (place: number, taken: number, ...put: string[]) => letters.toSpliced(place, taken, ...put).join('')
  const places = [...letters.keys()]
  return [
    ...(letters.length > 1 ? places.map((place) => at(place, 1)) : []),
    ...(letters.length > 1 ? places.map((place) => at(place, 1, 'x')) : []),
    ...[...places, letters.length].map((place) => at(place, 0, 'x')),
  ]
}

function backwards(word: string): string {
  return [...word].reverse().join('')
}
