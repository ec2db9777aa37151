import { UNSEEABLE } from './characters.ts'
import { fits, Text } from './text.ts'

export const EmailAddress = Text(3, 320, 'An e-mail address.')

// One @ between two parts without spaces or marks that mail headers give a meaning to; dots only between labels.
const NEVER = `\\s${UNSEEABLE}@<>()[\\]\\\\,;:"`
const ADDRESS = new RegExp(`^[^${NEVER}]+@[^${NEVER}.]+(?:\\.[^${NEVER}.]+)*$`, 'u')

/** A plausible e-mail address, in any script. Only a mail can show whether it exists. */
export function isEmailAddress(text: string): boolean {
  return fits(EmailAddress, text) && ADDRESS.test(text)
}
