import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IN_PART, LONG } from '../harness/parts.ts'
import { ROOT } from '../harness/paths.ts'

const files = globSync(['service/src/**/*.{ts,tsx}', 'ui/**/*.{ts,tsx}', 'widget/src/**/*.{ts,tsx}'], { cwd: ROOT })
  .filter((file) => !file.endsWith('.d.ts') && !file.includes('/test/'))
  .sort()
const code = (file: string) => readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

test('there is something to check', () => {
  expect(files.length).toBeGreaterThan(400)
})

// Guarantees that every text is judged by the same sets of invisible characters.
test('invisible characters are listed in domain/texts/characters.ts alone', () => {
  const set =
    /\\p\{(?:C[a-z]?|Z[a-z]?|Default_Ignorable_Code_Point)\}|\\x[01][0-9a-f]|\\u00[01][0-9a-f]|\\u200[b-f]|\\u202[8-9a-e]|\\ufeff|\\ufff[ef]/i
  expect(files.filter((file) => set.test(code(file)))).toEqual(['service/src/domain/texts/characters.ts'])
})

// Guarantees that a form, the API and the domain agree on how long a text may be: each length is a number in one place.
test('no surface states a length of a text as a number', () => {
  const number = /\b(?:min|max)[lL]ength(?:=\{|: )[\d_]{2,}|textOf\([^()]*\)[^\n]*\.slice\(0, ?[\d_]{2,}\)/
  const surfaces = files.filter(
    (file) => file.startsWith('service/src/surfaces/') || file.startsWith('service/src/cli/'),
  )
  expect(surfaces.filter((file) => number.test(code(file)))).toEqual([])
})

// Guarantees that only the declaration of a problem has its words. The console's error page shows the parts separately.
test('no surface puts the words of a problem together by itself', () => {
  const words = /\bkind\.(?:title|remedy|inForms)\b/
  const composing = files.filter((file) => file.startsWith('service/src/') && words.test(code(file)))
  expect(composing.filter((file) => !file.startsWith('service/src/foundation/problems/'))).toEqual([
    'service/src/cli/command-line.ts',
    'service/src/domain/sign-in-tokens/verify.ts',
    'service/src/surfaces/console/console.tsx',
  ])
})

// Guarantees that what `npm test` leaves out, or tries in part, is tried whole before it is accepted.
test('.ci/run tries everything that npm test leaves out or tries in part', () => {
  const triesInPart =
    /\b(?:effort|shareOf|turnOf|SHARES)\b[^}]*\} from '[^']*effort\.ts'|\bTEST_LONG\b|\bscriptingOf\b|complaintsAbout\([^()]*\bplace\b/
  const places = ['service/test', 'widget/test', 'kits/*/test', 'bench'].map((place) => `${place}/**/*.test.ts`)
  const tests = globSync(places, { cwd: ROOT })
  const inPart = tests.filter((file) => file !== 'service/test/gates/rules.test.ts' && triesInPart.test(code(file)))
  const again = [...LONG, ...IN_PART]
  expect(inPart.length).toBeGreaterThan(10)
  expect(inPart.filter((file) => !again.includes(file))).toEqual([])
  expect(again.filter((file) => !tests.includes(file))).toEqual([])
  expect(IN_PART.filter((file) => !inPart.includes(file))).toEqual([])
  expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toMatch(/^npm test\nnpm run test:long\nnpm run test:examples$/m)
})
