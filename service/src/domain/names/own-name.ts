import type { Problem } from '../../foundation/problems/index.ts'
import { fits, hidesSomething, invalidText, isVisible, lengthOf, Text, withPlainSpaces } from '../texts/index.ts'

/** In the form that it is kept in. */
export const OwnName = Text(2, 40, 'The name that the user wants to appear under.')

/** As it is typed: a text may become shorter in the form that it is kept in. */
export const TypedOwnName = Text(0, 400, `The own name of the choice "custom": ${lengthOf(OwnName)}. Null removes it.`)

// Marks that stand on nothing, or pile up into the lines above and below.
const STRAY_MARKS = /(?:^|\s)\p{M}|\p{M}{4,}/u

/** Written out, escaped, or taken apart so that only people see it. */
const LIKE_AN_ADDRESS = [
  /[^\s@]@[^\s@]/,
  /@\s*[\p{L}\p{N}-]+\s*\.\s*\p{L}/u,
  /%40/,
  /[[({<]\s*at\s*[\])}>]/i,
  /\bat\b.*\bdot\b/i,
]

/** A name as a user may call themselves, in the one form it is kept in. */
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
