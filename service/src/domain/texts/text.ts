import { type TString, Type } from 'typebox'

/** The rule for a valid text: every surface shows, checks and documents it by this schema. */
export interface Text extends TString {
  readonly minLength?: number
  readonly maxLength: number
  readonly description: string
}

/** Lengths count characters, not code units. */
export function Text(least: number, most: number, description: string): Text {
  const limits = least > 0 ? { minLength: least, maxLength: most } : { maxLength: most }
  return Object.assign(Type.String({ ...limits, description }), { ...limits, description })
}

export const Title = Text(3, 140, 'One line of plain text.')

/** The schema of a long text. */
export function Markdown(most: number, least = 0): Text {
  return Text(least, most, 'Markdown.')
}

/** The schema of a line of visible characters; `isPrintable` checks it. */
export function Printable(least: number, most: number): Text {
  return Text(least, most, `${least} to ${most} ${PRINTABLE}.`)
}

export const PRINTABLE = 'printable characters'

/** The length in words, for error messages. */
export function lengthOf({ minLength, maxLength }: Pick<Text, 'minLength' | 'maxLength'>, what = 'characters'): string {
  return minLength === undefined ? `at most ${maxLength} ${what}` : `${minLength} to ${maxLength} ${what}`
}

/** Whether a text is neither too short nor too long. */
export function fits({ minLength = 0, maxLength }: Text, text: string): boolean {
  const length = [...text].length
  return length >= minLength && length <= maxLength
}
