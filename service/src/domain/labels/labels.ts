import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import { isVisible, withoutUnseen } from '../texts/index.ts'

const LONGEST_NAME = 40

/** The colour of what nobody gave one. */
export const NO_COLOR = '#64748b'

/** The name of a status or a tag: one line in which everything can be seen. */
export function readName(text: string): string {
  const name = text
    .normalize('NFC')
    .trim()
    .replace(/\p{Zs}+/gu, ' ')
  if (withoutUnseen(name) !== name) throw fault('must not hold line breaks, invisible characters or marks of direction')
  if (!isVisible(name) || [...name].length > LONGEST_NAME) {
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
