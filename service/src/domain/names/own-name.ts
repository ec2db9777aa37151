import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import { fits, isVisible, lengthOf, SHAPELESS, Text } from '../texts/index.ts'

/** In the form that it is kept in; as it is typed it may be longer. */
export const OwnName = Text(2, 40, 'The name that the user wants to appear under.')

// Control characters, private and unassigned ones, lone surrogates, line breaks, and everything that has no shape of its own: what turns
// the direction of a text, joins or hides.
const UNSEEN = new RegExp(`[\\p{Cc}\\p{Cn}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}${SHAPELESS}]`, 'u')
// Several scripts write words with joiners, and nobody else can see one.
const JOINED_SCRIPTS = [
  'Arabic',
  'Syriac',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
]
const JOINED = JOINED_SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')
const RIGHTFUL_JOINER = new RegExp(`(?<=[${JOINED}])[\u200c\u200d](?=[${JOINED}])`, 'gu')

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
  const name = text
    .normalize('NFKC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
  if (!fits(OwnName, name)) throw ownNameFault(`must have ${lengthOf(OwnName)}`)
  if (UNSEEN.test(name.replace(RIGHTFUL_JOINER, ''))) {
    throw ownNameFault('must not hold characters that cannot be seen or that turn the direction of the text')
  }
  if (STRAY_MARKS.test(name) || !isVisible(name))
    throw ownNameFault('must not hold marks without letters, or piles of them')
  if (LIKE_AN_ADDRESS.some((pattern) => pattern.test(name))) throw ownNameFault('must not be like an e-mail address')
  return name
}

export function ownNameFault(detail: string): Problem {
  return new Problem(invalidRequest, {
    errors: [{ pointer: '/custom_name', detail }],
    detail: `custom_name ${detail}.`,
  })
}
