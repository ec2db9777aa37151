/* Which characters a reader does not see, for every text that somebody writes or sends. No other file has such a set. The sets are parts of a
   class of a regular expression. */

/** Not a character, or one that ends the line. */
const NO_CHARACTERS = '\\p{Cc}\\p{Cs}'
const BREAKS = `${NO_CHARACTERS}\\p{Zl}\\p{Zp}`
/** Change the direction of the following text, so that it reads differently from its characters. */
const TURNS = '\\u202a-\\u202e\\u2066-\\u2069'
/** Marks that set the direction of their neighbours; long texts of several scripts need them. */
const DIRECTION_MARKS = '\\u061c\\u200e\\u200f'
/** Characters that count as letters or signs, but that every font draws as nothing. */
const DRAWN_AS_NOTHING = '\\u2800\\u{16fe4}\\u{1d159}'
/** Fillers, joiners, selectors, tags: they take a place or change their neighbours, and have no shape of their own. */
export const SHAPELESS = `\\p{Cf}\\p{Default_Ignorable_Code_Point}${DRAWN_AS_NOTHING}`

/** Invisible characters that are not spaces. */
export const UNSEEABLE = `${NO_CHARACTERS}${SHAPELESS}`

/** Characters that a single line must not contain. */
const UNPRINTABLE = new RegExp(`[${BREAKS}${TURNS}${DIRECTION_MARKS}]`, 'gu')
/** Characters that a text of several lines must not contain. */
const UNPRINTABLE_IN_LINES = new RegExp(`(?![\\n\\t])[${NO_CHARACTERS}${TURNS}]`, 'gu')
/** Characters that show nothing, spaces included. */
const INVISIBLE = new RegExp(`[\\s\\p{Z}${UNSEEABLE}]`, 'gu')
/** Characters that show nothing, or something else on each machine: also private and unassigned ones. */
const UNSEEN = new RegExp(`[${BREAKS}\\p{Cn}\\p{Co}${SHAPELESS}]`, 'u')

/**
 * Characters that can be removed from a name. The needed ones stay: several scripts write names with joiners, selectors distinguish two forms of one
 * letter, and tags choose the flag of a black flag emoji.
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

/** The number of visible characters. */
export function seenIn(text: string): number {
  return [...text.replace(INVISIBLE, '')].length
}

/** Whether a reader sees anything: a letter, a digit or a sign. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(INVISIBLE, ''))
}

/** Whether it is one line with visible characters. */
export function isPrintable(text: string): boolean {
  return text.search(UNPRINTABLE) === -1 && isVisible(text)
}

/** Whether it contains invisible characters that no script needs. */
export function hidesSomething(text: string): boolean {
  return UNSEEN.test(text.replace(RIGHTFUL_JOINER, ''))
}

/** As one line, with a space for each run of characters that a line must not contain. */
export function asLine(text: string): string {
  return text.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim()
}

/** As lines that end with \n, without characters that must not be in a text. */
export function asLines(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE_IN_LINES, '').trim()
}

/** Without invisible characters that no script needs. */
export function withoutUnseen(text: string): string {
  return text.replace(NEEDLESS, '')
}

/** With one plain space where there are spaces of any kind or number. */
export function withPlainSpaces(text: string): string {
  return text.replace(SPACES, ' ')
}

/** Without characters that XML cannot contain. */
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
