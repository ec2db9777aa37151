import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chooseLanguage, LANGUAGES, type WordKey, wishesOf, wordsIn } from '../../../ui/words/words.ts'
import { blns } from '../names/blns.ts'

type Text = string | Record<string, string>

/** The file itself: an import would not show in which order its keys stand. */
function read(language: string): Record<string, Text> {
  const file = new URL(`../../../ui/words/${language}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}

const english = read('en')
const translations = LANGUAGES.filter((language) => language !== 'en')

function formsOf(text: Text | undefined): [category: string, form: string][] {
  return typeof text === 'string' ? [['', text]] : Object.entries(text ?? {})
}

function allForms(language: string) {
  return Object.entries(read(language)).flatMap(([key, text]) =>
    formsOf(text).map(([category, form]) => ({ key, category, form })),
  )
}

function namesIn(form: string): string[] {
  return [...new Set([...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].sort()
}

/** A form may leave its number out only where it stands for one number: French says "one" of 0 as well. */
function isForOneNumber(language: string, category: string): boolean {
  const plurals = new Intl.PluralRules(language)
  return Array.from({ length: 1000 }, (_, n) => n).filter((n) => plurals.select(n) === category).length === 1
}

/** What a language really says as English does. */
const SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  de: [
    'nav_label',
    'nav_roadmap',
    'filter_label',
    'theme_auto',
    'team',
    'editor_link',
    'editor_code',
    'new_body_label',
    'roadmap_title',
    'problem_code',
  ],
  es: ['nav_ideas', 'category_general', 'field_no'],
  fr: ['comments_title', 'editor_code', 'notifications'],
  pt: ['nav_roadmap', 'filter_label', 'editor_link', 'roadmap_title'],
}

const QUOTATION_MARKS: Readonly<Record<string, string>> = {
  en: '“{title}”',
  de: '„{title}“',
  fr: '«\u00a0{title}\u00a0»',
  es: '“{title}”',
  pt: '“{title}”',
  ja: '「{title}」',
  ar: '«{title}»',
}

test('the board speaks seven languages', () => {
  expect([...LANGUAGES].sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'ja', 'pt'])
})

describe.each(LANGUAGES)('the words in %s', (language) => {
  test('have exactly the keys of English, in its order', () => {
    expect(Object.keys(read(language))).toEqual(Object.keys(english))
  })

  test('have plurals where English has them, with the categories of the language and no others', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const [key, text] of Object.entries(read(language))) {
      const expected = typeof english[key] === 'string' ? [''] : [...pluralCategories].sort()
      expect([
        key,
        formsOf(text)
          .map(([category]) => category)
          .sort(),
      ]).toEqual([key, expected])
    }
  })

  test('have the placeholders of English', () => {
    for (const { key, category, form } of allForms(language)) {
      const expected = namesIn(formsOf(english[key]).at(-1)?.[1] ?? '')
      const mayLackNumber = category !== '' && isForOneNumber(language, category) && !namesIn(form).includes('n')
      expect([key, namesIn(form)]).toEqual([key, mayLackNumber ? expected.filter((name) => name !== 'n') : expected])
      expect([key, form.replace(/\{\w+\}/g, '')]).toEqual([key, expect.not.stringMatching(/[{}]/)])
    }
  })

  test('are clean: no blanks at the ends or in a row, no markup, no unseen marks, no typewriter’s quotes or dots', () => {
    for (const { key, form } of allForms(language)) {
      expect([key, form]).toEqual([key, expect.not.stringMatching(/^$|^\s|\s$|\s\s|[<>"'`]|\.\.\.|[\p{Cc}\p{Cf}]/u)])
      expect([key, form]).toEqual([key, form.normalize('NFC')])
    }
  })

  test('quote as the language does', () => {
    for (const { key, form } of allForms(language).filter(({ form }) => form.includes('{title}'))) {
      expect([key, form]).toEqual([key, expect.stringContaining(QUOTATION_MARKS[language] ?? '')])
    }
  })

  test('leave no brace and no number out of place, whatever is counted', () => {
    const words = wordsIn(language)
    for (const n of [...Array(205).keys(), 1_000, 1_000_000, 1_000_001, 2_000_000]) {
      for (const key of ['votes', 'comments', 'matches', 'too_many_lead'] as const) {
        const said = words.say(key, { n })
        expect(said).not.toMatch(/[{}]/)
        if (n > 2) expect(said).toContain(words.number(n))
      }
    }
  })
})

describe.each(translations)('the words in %s', (language) => {
  test('are translated, except what the language says as English does', () => {
    const kept = allForms(language)
      .filter(({ form }) => /\p{L}/u.test(form.replace(/\{\w+\}/g, '')))
      .filter(({ key, form }) => formsOf(english[key]).some(([, text]) => text === form))
      .map(({ key }) => key)
    expect(kept).toEqual(SAME_AS_ENGLISH[language] ?? [])
  })
})

test('French does not let a line break before its high punctuation or inside its quotation marks', () => {
  for (const { key, form } of allForms('fr')) {
    expect([key, form]).toEqual([key, expect.not.stringMatching(/[^\u202f][?!;]|[^\u00a0][:»]|«[^\u00a0]/)])
  }
})

test('German says du', () => {
  for (const { key, form } of allForms('de')) {
    expect([key, form]).toEqual([key, expect.not.stringMatching(/\b(?:Sie|Ihnen|Ihre?[mnrs]?)\b/)])
  }
})

describe('ago', () => {
  test.each([
    [0, 'just now', 'gerade eben'],
    [59, 'just now', 'gerade eben'],
    [-5, 'just now', 'gerade eben'], // another machine’s clock is ahead
    [60, '1 minute ago', 'vor 1 Minute'],
    [29 * 86_400, '29 days ago', 'vor 29 Tagen'],
    [30 * 86_400, 'Oct 15, 2026', '15.10.2026'],
    [365 * 86_400, 'Nov 14, 2025', '14.11.2025'],
  ])('of %i seconds says what people say, and after thirty days the date', (seconds, en, de) => {
    const now = new Date('2026-11-14T12:00:00Z')
    const said = (language: string) => wordsIn(language).ago(new Date(now.getTime() - seconds * 1000), now)
    expect([said('en'), said('de')]).toEqual([en, de])
  })
})

describe('say', () => {
  test('chooses the plural by the number, and writes the number as the language does', () => {
    const said = (language: string, ...numbers: number[]) => numbers.map((n) => wordsIn(language).say('votes', { n }))
    expect(said('en', 0, 1, 2, 1234)).toEqual(['0 votes', '1 vote', '2 votes', '1,234 votes'])
    expect(said('de', 0, 1, 1234)).toEqual(['0 Stimmen', '1 Stimme', '1.234 Stimmen'])
    expect(said('fr', 0, 1, 2)).toEqual(['0\u00a0vote', '1\u00a0vote', '2\u00a0votes'])
    expect(said('es', 0, 1, 2_000_000)).toEqual(['0 votos', '1 voto', '2.000.000 de votos'])
    expect(said('pt', 0, 1, 2)).toEqual(['0 voto', '1 voto', '2 votos'])
    expect(said('ja', 0, 1)).toEqual(['0票', '1票'])
    expect(said('ar', 0, 1, 2, 3, 11, 100)).toEqual(['لا أصوات', 'صوت واحد', 'صوتان', '3 أصوات', '11 صوتًا', '100 صوت'])
  })

  // Guarantees that a visitor’s text cannot insert other values or change the replacement.
  test('puts values in as they are', () => {
    const { say } = wordsIn('en')
    for (const title of ['$&', '$1', "$'", '{title}', '{n}', '{constructor}', '<b>', '', ...blns()]) {
      expect(say('vote_for', { title })).toBe(`Vote for “${title}”`)
    }
  })

  test('leaves a placeholder without a value as it is, so that a script can fill it', () => {
    expect(wordsIn('de').say('continue_as')).toBe('Weiter als {name}')
    expect(wordsIn('de').say('continue_as', { name: '{name}' })).toBe('Weiter als {name}')
  })

  test('has a text for every key in every language', () => {
    for (const language of LANGUAGES) {
      // The keys of the file are the keys of the type, which is made from it.
      for (const key of Object.keys(english) as WordKey[]) expect(wordsIn(language).say(key)).not.toBe('')
    }
  })

  test('goes from right to left in Arabic alone', () => {
    expect(LANGUAGES.filter((language) => wordsIn(language).direction === 'rtl')).toEqual(['ar'])
  })
})

describe('chooseLanguage', () => {
  test.each<[(string | undefined)[], string]>([
    [['de'], 'de'],
    [['pt-BR'], 'pt'],
    [['pt_PT'], 'pt'],
    [['AR-eg'], 'ar'],
    [['ja-Jpan-JP-u-ca-japanese'], 'ja'],
    [['nl', 'fr-CA', 'de'], 'fr'],
    [[undefined, '', 'es'], 'es'],
    [[], 'en'],
    [[undefined], 'en'],
    [['nl', 'sv'], 'en'],
    [['deutsch', 'frx', '-de', '*'], 'en'],
    [['__proto__', 'constructor', 'toString', 'hasOwnProperty'], 'en'],
  ])('of %j it is %s', (wishes, language) => {
    expect(chooseLanguage(wishes)).toBe(language)
  })

  test('no header leads to a language that the board does not have', () => {
    for (const text of [...blns(), 'de'.repeat(50_000), '-'.repeat(100_000), '\0', '\ud800']) {
      expect(LANGUAGES).toContain(chooseLanguage([text]))
      expect(LANGUAGES).toContain(chooseLanguage(wishesOf(text)))
    }
  })
})

describe('wishesOf', () => {
  test.each<[string | undefined, string[]]>([
    [undefined, []],
    ['', []],
    ['de', ['de']],
    ['en-US,en;q=0.9,de;q=0.8', ['en-US', 'en', 'de']],
    ['en;q=0.1, de;q=0.9 ,fr', ['fr', 'de', 'en']],
    ['de; q=0.5, fr; q=0.7', ['fr', 'de']],
    ['de;q=1.000,fr;q=1', ['de', 'fr']],
    ['de,fr,es', ['de', 'fr', 'es']],
    ['de;q=0,fr;q=0.0,es;q=0.000,pt;q=0.001', ['pt']],
    ['de;q=0', []],
    ['*', []],
    ['*;q=0.5,ja', ['ja']],
    [',,, ,;,;;q=1,', []],
  ])('of %j are %j', (header, wishes) => {
    expect(wishesOf(header)).toEqual(wishes)
  })

  // Guarantees that a long header costs little: only its first part is read.
  test.each([
    ['one word', 'x'.repeat(10_000)],
    ['commas', ','.repeat(10_000)],
    ['semicolons', ';'.repeat(10_000)],
    ['many languages', 'de,'.repeat(3_334)],
    ['one language with many qualities', `de${';q=0.5'.repeat(2_000)}`],
    ['a long quality', `de;q=0.${'9'.repeat(10_000)}`],
    ['blanks', `de;${' '.repeat(10_000)}q=0.5`],
  ])('stay few and short in 10,000 characters of %s', (_, header) => {
    const wishes = wishesOf(header)
    expect(wishes.join(',').length).toBeLessThanOrEqual(500)
    expect(LANGUAGES).toContain(chooseLanguage(wishes))
  })

  test('a language after 10,000 characters of the header is ignored', () => {
    expect(chooseLanguage(wishesOf(`${'x'.repeat(10_000)},de`))).toBe('en')
  })

  test('an invalid quality does not affect the other languages', () => {
    for (const quality of [
      'q=',
      'q=x',
      'q=-1',
      'q=2',
      'q=1e9',
      'q=NaN',
      'q=Infinity',
      'q=0.1234',
      'level=1',
      '=',
      'q',
    ]) {
      const wishes = wishesOf(`xx;${quality},de;q=0.5`)
      expect([quality, chooseLanguage(wishes)]).toEqual([quality, 'de'])
    }
  })
})
