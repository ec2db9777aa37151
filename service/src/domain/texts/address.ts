import { fits, Text } from './text.ts'

export const EmailAddress = Text(3, 320, 'An e-mail address.')

// One @ between two parts without spaces or marks that mail headers give a meaning to; dots only between labels.
const ADDRESS =
  /^[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:"]+@[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:".]+(?:\.[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:".]+)*$/u

/** A plausible e-mail address, in any script. Whether it exists, only a mail can tell. */
export function isEmailAddress(text: string): boolean {
  return fits(EmailAddress, text) && ADDRESS.test(text)
}
