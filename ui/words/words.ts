import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import { type Dictionary, type Speech, speak } from './speech.ts'

export type WordKey = keyof typeof en
export type Words = Speech<WordKey>

/** Every language is complete: what English has and another lacks is a fault of the types. */
const DICTIONARIES: Readonly<Record<string, Dictionary<WordKey>>> = { en, de, fr, es, pt, ja, ar }
export const LANGUAGES = Object.keys(DICTIONARIES)

const known = new Map<string, Words>()

export function wordsIn(language: string): Words {
  const made = known.get(language) ?? speak(language, DICTIONARIES[language] ?? en, 'just_now')
  known.set(language, made)
  return made
}

/** The first of these that we speak; regions do not matter, "pt-BR" reads Portuguese. */
export function chooseLanguage(wishes: readonly (string | undefined)[]): string {
  const spoken = wishes.map((wish) => wish?.toLowerCase().split(/[-_]/, 1)[0] ?? '')
  return spoken.find((language) => LANGUAGES.includes(language)) ?? 'en'
}

/** The wishes of an Accept-Language header, the dearest first. */
export function wishesOf(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(text)?.[1]).find(Boolean)
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}
