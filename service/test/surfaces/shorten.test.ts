import { expect, test } from 'vitest'
import { shortened } from '../../src/surfaces/pages/index.ts'

test.each([
  ['It is enough. More follows here.', 14, 'It is enough…'],
  ['Tasks, notes, boards', 13, 'Tasks, notes…'],
  ['これで十分です。続きがあります', 8, 'これで十分です…'],
  ['ab😀cd', 3, 'ab…'],
  ['Short.', 10, 'Short.'],
])('%s is cut at a word, without the marks before the cut', (text, most, short) => {
  expect(shortened(text, most)).toBe(short)
})
