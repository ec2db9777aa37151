import words from 'words:launcher'
import type { Settings } from './options.ts'

/** The first of these languages that we have: the option of the page, the language of the page, the languages of its reader. */
export function languageOf({ language }: Pick<Settings, 'language'>): string {
  for (const wish of [language, document.documentElement.lang, ...navigator.languages]) {
    const spoken = `${wish ?? ''}`.toLowerCase().split(/[-_]/, 1)[0] ?? ''
    if (Object.hasOwn(words, spoken)) return spoken
  }
  return 'en'
}
