import { type TString, Type } from 'typebox'
import { fits, invalidText, isVisible, lengthOf, Text, withoutUnseen, withPlainSpaces } from '../texts/index.ts'

export const LabelName = Text(1, 40, 'Unique in the project; upper and lower case make no difference.')

const COLOR = '^#[0-9a-fA-F]{6}$'
export const Color: TString = Type.String({ pattern: COLOR, description: 'As in CSS: #rrggbb.' })

/** The default colour. */
export const NO_COLOR = '#64748b'

/** The name of a status or a tag: one line of visible characters. */
export function readName(text: string): string {
  const name = withPlainSpaces(text.normalize('NFC').trim())
  if (withoutUnseen(name) !== name) {
    throw invalidText('/name', 'must not hold line breaks, invisible characters or marks of direction')
  }
  if (!isVisible(name) || !fits(LabelName, name)) {
    throw invalidText('/name', `must have ${lengthOf(LabelName)}, one of them visible`)
  }
  return name
}

/**
 * Names that fold to the same text are the same. Databases lower each letter by itself, or by the place of Σ in its word, and İ to one letter or two; none takes names for
 * the same that fold differently here.
 */
export function foldName(name: string): string {
  const lower = Array.from(name, (letter) => Array.from(letter.toLowerCase())[0])
  return lower.join('').replaceAll('ς', 'σ')
}

export function isColor(text: string): boolean {
  return new RegExp(COLOR).test(text)
}

/** Each colour is kept in one spelling. */
export function readColor(text: string, pointer = '/color'): string {
  if (!isColor(text)) throw invalidText(pointer, COLOR_IS)
  return text.toLowerCase()
}

export const COLOR_IS = 'must be a colour such as #14614a'
