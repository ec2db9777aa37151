import { type TString, Type } from 'typebox'

/** What a valid text is: every surface shows, checks and documents it by this. */
export interface Text extends TString {
  readonly minLength?: number
  readonly maxLength: number
}

/** Lengths count characters, not code units. */
export function Text(least: number, most: number, description: string): Text {
  const limits = least > 0 ? { minLength: least, maxLength: most } : { maxLength: most }
  return Object.assign(Type.String({ ...limits, description }), limits)
}

export const Title = Text(3, 140, 'One line of plain text.')

/** What somebody says at length. */
export function Markdown(most: number, least = 0): Text {
  return Text(least, most, 'Markdown.')
}

/** As a refusal says it. */
export function lengthOf({ minLength, maxLength }: Text): string {
  return minLength === undefined ? `at most ${maxLength} characters` : `${minLength} to ${maxLength} characters`
}

/** Whether a text is neither too short nor too long. */
export function fits({ minLength = 0, maxLength }: Text, text: string): boolean {
  const length = [...text].length
  return length >= minLength && length <= maxLength
}
