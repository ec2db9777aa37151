/* Which characters a reader does not see, for every text that somebody writes. The sets are parts of a class of a regular expression. */

/** Turn the direction of the text around them. */
const DIRECTION = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
/** Letters and signs by their category that every font draws as nothing. */
const DRAWN_AS_NOTHING = '\\u2800\\u{16fe4}\\u{1d159}'
/** Fillers, joiners, selectors, tags: they take a place or change their neighbours, and have no shape of their own. A part of a class. */
export const SHAPELESS = `\\p{Cf}\\p{Default_Ignorable_Code_Point}${DRAWN_AS_NOTHING}`

/** What a line must not hold: it breaks the line, turns it around, or is no character. */
export const UNPRINTABLE = new RegExp(`[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}${DIRECTION}]`, 'u')

/** What shows nothing, spaces included. */
const INVISIBLE = new RegExp(`[\\s\\p{Cc}\\p{Cs}\\p{Z}${SHAPELESS}]`, 'gu')

/**
 * What a name can lose. Several scripts write names with joiners, selectors tell two writings of one letter apart, and tags say which flag a
 * black one is.
 */
const NEEDED = '[\\u200c\\u200d\\p{Variation_Selector}]|(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0020}-\\u{e007f}]'
const NEEDLESS = new RegExp(`(?!${NEEDED})[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}${SHAPELESS}]`, 'gu')

/** How many characters somebody sees. */
export function seenIn(text: string): number {
  return [...text.replace(INVISIBLE, '')].length
}

/** Whether a reader sees anything: a letter, a digit or a sign. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(INVISIBLE, ''))
}

/** Without what shows nothing and no script needs. */
export function withoutUnseen(text: string): string {
  return text.replace(NEEDLESS, '')
}
