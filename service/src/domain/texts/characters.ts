/* Which characters a reader does not see, for every text that somebody writes or sends. No other file has such a set. The sets are parts of a
   class of a regular expression. */

/** No character, or one that ends the line. */
const NO_CHARACTERS = '\\p{Cc}\\p{Cs}'
const BREAKS = `${NO_CHARACTERS}\\p{Zl}\\p{Zp}`
/** Turn the direction of all that follows, which makes a text say something else than it holds. */
const TURNS = '\\u202a-\\u202e\\u2066-\\u2069'
/** Marks that set the direction of their neighbours; long texts of several scripts need them. */
const DIRECTION_MARKS = '\\u061c\\u200e\\u200f'
/** Letters and signs by their category that every font draws as nothing. */
const DRAWN_AS_NOTHING = '\\u2800\\u{16fe4}\\u{1d159}'
/** Fillers, joiners, selectors, tags: they take a place or change their neighbours, and have no shape of their own. */
export const SHAPELESS = `\\p{Cf}\\p{Default_Ignorable_Code_Point}${DRAWN_AS_NOTHING}`

/** Invisible characters that are not spaces. */
export const UNSEEABLE = `${NO_CHARACTERS}${SHAPELESS}`

/** What a line must not hold. */
const UNPRINTABLE = new RegExp(`[${BREAKS}${TURNS}${DIRECTION_MARKS}]`, 'gu')
/** What a text of several lines must not hold. */
const UNPRINTABLE_IN_LINES = new RegExp(`(?![\\n\\t])[${NO_CHARACTERS}${TURNS}]`, 'gu')
/** What shows nothing, spaces included. */
const INVISIBLE = new RegExp(`[\\s\\p{Z}${UNSEEABLE}]`, 'gu')
/** What shows nothing or something else on each machine: also private and unassigned characters. */
const UNSEEN = new RegExp(`[${BREAKS}\\p{Cn}\\p{Co}${SHAPELESS}]`, 'u')

/**
 * What a name can lose. Several scripts write names with joiners, selectors tell two writings of one letter apart, and tags say which flag a
 * black one is.
 */
const NEEDED = '[\\u200c\\u200d\\p{Variation_Selector}]|(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0020}-\\u{e007f}]'
const NEEDLESS = new RegExp(`(?!${NEEDED})[${BREAKS}${SHAPELESS}]`, 'gu')

// Several scripts write words with joiners; everywhere else they are invisible.
const JOINED = 'Arabic Syriac Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala'
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const RIGHTFUL_JOINER = new RegExp(`(?<=[${JOINED}])[\\u200c\\u200d](?=[${JOINED}])`, 'gu')

const CONTROLS = /\p{Cc}/u
const NOT_IN_XML = new RegExp(`(?![\\t\\n\\r])[${NO_CHARACTERS}\\ufffe\\uffff]`, 'gu')
const SPACES = /\p{Zs}+/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the range of a whole character set
const ASCII = /^[\x00-\x7f]*$/

/** How many characters somebody sees. */
export function seenIn(text: string): number {
  return [...text.replace(INVISIBLE, '')].length
}

/** Whether a reader sees anything: a letter, a digit or a sign. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(INVISIBLE, ''))
}

/** Whether it is one line that a reader sees. */
export function isPrintable(text: string): boolean {
  return text.search(UNPRINTABLE) === -1 && isVisible(text)
}

/** Whether something in it cannot be seen and no script needs it. */
export function hidesSomething(text: string): boolean {
  return UNSEEN.test(text.replace(RIGHTFUL_JOINER, ''))
}

/** As one line, with a space in the place of what a line must not hold. */
export function asLine(text: string): string {
  return text.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim()
}

/** As lines that end as those of this service do. */
export function asLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE_IN_LINES, '').trim()
}

/** Without what shows nothing and no script needs. */
export function withoutUnseen(text: string): string {
  return text.replace(NEEDLESS, '')
}

/** With one plain space where there are spaces of any kind or number. */
export function withPlainSpaces(text: string): string {
  return text.replace(SPACES, ' ')
}

/** Without what XML has no way to write. */
export function withoutNonXml(text: string): string {
  return text.replace(NOT_IN_XML, '')
}

/** Whether it holds a tab, a line end or another control character. */
export function hasControls(text: string): boolean {
  return CONTROLS.test(text)
}

export function isAscii(text: string): boolean {
  return ASCII.test(text)
}
