import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>
type Dictionary = Readonly<Record<keyof typeof en, Text>>

/** Every language is complete: what English has and another lacks is a fault of the types. */
const DICTIONARIES: Readonly<Record<string, Dictionary>> = { en, de, fr, es, pt, ja, ar }
export const LANGUAGES = Object.keys(DICTIONARIES)
const RIGHT_TO_LEFT = new Set(['ar'])

export type WordKey = keyof typeof en
export type Values = Readonly<Record<string, string | number>>

/** How the board speaks to one visitor. */
export interface Words {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** A text; {names} in it are replaced, and `n` chooses its plural. */
  say(key: WordKey, values?: Values): string
  number(value: number): string
  date(time: Date): string
  /** "3 days ago", for what is recent; a date for what is not. */
  ago(time: Date, now: Date): string
}

const known = new Map<string, Words>()

/** Words are made once a language: what Intl needs is slow to make and quick to use. */
export function wordsIn(language: string): Words {
  const made = known.get(language) ?? makeWords(language)
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

function makeWords(language: string): Words {
  const dictionary: Dictionary = DICTIONARIES[language] ?? en
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const distances = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const isRightToLeft = RIGHT_TO_LEFT.has(language)
  return {
    language,
    direction: isRightToLeft ? 'rtl' : 'ltr',
    say: (key, values = {}) => {
      const text = dictionary[key]
      const chosen =
        typeof text === 'string' ? text : (text[plurals.select(Number(values.n ?? 0))] ?? text.other ?? key)
      return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name]
        if (typeof value === 'number') return numbers.format(value)
        if (value === undefined) return whole
        // A name or a title of another direction stays in one piece.
        return isRightToLeft ? `\u2068${value}\u2069` : value
      })
    },
    number: (value) => numbers.format(value),
    date: (time) => dates.format(time),
    ago: (time, now) => distance(distances, dates, time, now),
  }
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function distance(distances: Intl.RelativeTimeFormat, dates: Intl.DateTimeFormat, time: Date, now: Date): string {
  const past = now.getTime() - time.getTime()
  if (past < HOUR) return distances.format(-Math.max(0, Math.floor(past / MINUTE)), 'minute')
  if (past < DAY) return distances.format(-Math.floor(past / HOUR), 'hour')
  if (past < 30 * DAY) return distances.format(-Math.floor(past / DAY), 'day')
  return dates.format(time)
}
