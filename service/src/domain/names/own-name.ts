import type { Problem } from '../../foundation/problems/index.ts'
import { fits, hidesSomething, invalidText, isVisible, lengthOf, Text, withPlainSpaces } from '../texts/index.ts'

/** The limits of the stored form. */
export const OwnName = Text(2, 40, 'The name that the user wants to appear under.')

/** The limits of the typed form, because the stored form of a text may be shorter. */
export const TypedOwnName = Text(0, 400, `The own name of the choice "custom": ${lengthOf(OwnName)}. Null removes it.`)

// Combining marks without a letter, or so many that they reach into the lines above and below.
const STRAY_MARKS = /(?:^|\s)\p{M}|\p{M}{4,}/u

/** E-mail addresses: plain, escaped, or written so that only people recognise them. */
const LIKE_AN_ADDRESS = [
  /[^\s@]@[^\s@]/,
  /@\s*[\p{L}\p{N}-]+\s*\.\s*\p{L}/u,
  /%40/,
  /[[({<]\s*at\s*[\])}>]/i,
  /\bat\b.*\bdot\b/i,
]

/** Checks a name that a user chose, and returns its stored form. */
export function readOwnName(text: string): string {
  const name = withPlainSpaces(text.normalize('NFKC')).trim()
  if (!fits(OwnName, name)) throw ownNameFault(`must have ${lengthOf(OwnName)}`)
  if (hidesSomething(name)) {
    throw ownNameFault('must not hold characters that cannot be seen or that turn the direction of the text')
  }
  if (STRAY_MARKS.test(name) || !isVisible(name))
    throw ownNameFault('must not hold marks without letters, or piles of them')
  if (LIKE_AN_ADDRESS.some((pattern) => pattern.test(name))) throw ownNameFault('must not be like an e-mail address')
  return name
}

export function ownNameFault(detail: string): Problem {
  return invalidText('/custom_name', detail)
}
