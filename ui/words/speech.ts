import { onFirstUse } from '../on-first-use.ts'
import { distance } from './distance.ts'

type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>
export type Dictionary<Key extends string> = Readonly<Record<Key, Text>>
export type Values = Readonly<Record<string, string | number>>

const RIGHT_TO_LEFT = new Set(['ar'])

/** How one visitor is spoken to. */
export interface Speech<Key extends string> {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** A text; {names} in it are replaced, and `n` chooses its plural. */
  say(key: Key, values?: Values): string
  number(value: number): string
  date(time: Date): string
  /** "3 days ago", for what is recent; a date for what is not. */
  ago(time: Date, now: Date): string
}

/** Formatters of Intl are slow to make and quick to use: one of each is enough for a language, and languages that nobody reads need none. */
export function speak<Key extends string>(
  language: string,
  dictionary: Dictionary<Key>,
  justNow: NoInfer<Key>,
): Speech<Key> {
  const plurals = onFirstUse(() => new Intl.PluralRules(language))
  const numbers = onFirstUse(() => new Intl.NumberFormat(language))
  const dates = onFirstUse(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }))
  const distances = onFirstUse(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
  const isRightToLeft = RIGHT_TO_LEFT.has(language)
  const say: Speech<Key>['say'] = (key, values = {}) => {
    const text = dictionary[key] ?? key
    const chosen =
      typeof text === 'string' ? text : (text[plurals().select(Number(values.n ?? 0))] ?? text.other ?? key)
    return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name]
      if (typeof value === 'number') return numbers().format(value)
      if (value === undefined) return whole
      // A name or a title of another direction stays in one piece.
      return isRightToLeft ? `\u2068${value}\u2069` : value
    })
  }
  return {
    language,
    direction: isRightToLeft ? 'rtl' : 'ltr',
    say,
    number: (value) => numbers().format(value),
    date: (time) => dates().format(time),
    ago: (time, now) => {
      const past = Math.max(0, now.getTime() - time.getTime())
      return past < RECENT_MS ? distance(distances(), -past, say(justNow)) : dates().format(time)
    },
  }
}

/** How long "3 days ago" says more than a date. */
export const RECENT_MS = 30 * 24 * 60 * 60 * 1000
