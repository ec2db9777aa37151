import { invalidRequest, Problem } from '../../foundation/problems/index.ts'

const LONGEST_NAME = 40
/** What breaks a line, turns the direction of the text around it, or makes two names look the same. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** The colour of what nobody gave one. */
export const NO_COLOR = '#64748b'

/** The name of a status or a tag: one line in which everything can be seen. */
export function readName(text: string): string {
  const name = text
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ')
  if (UNPRINTABLE.test(name)) throw fault('must not hold line breaks, invisible characters or marks of direction')
  if (!VISIBLE.test(name) || [...name].length > LONGEST_NAME) {
    throw fault(`must have 1 to ${LONGEST_NAME} characters, one of them visible`)
  }
  return name
}

/** One way to write each colour. */
export function readColor(text: string): string {
  return text.toLowerCase()
}

function fault(detail: string): Problem {
  return new Problem(invalidRequest, { errors: [{ pointer: '/name', detail }], detail: `name ${detail}.` })
}
