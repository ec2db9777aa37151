import { isVisible, withoutUnseen } from '../texts/index.ts'

const AROUND_AN_AT_SIGN = /[^\s@]@[^\s@]/

// One @ between two parts without spaces or marks that mail headers give a meaning to; dots only between labels.
const ADDRESS =
  /^[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:"]+@[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:".]+(?:\.[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:".]+)*$/u

/** A plausible address, in any script. Whether it exists, only a mail can tell. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** A name as it may be shown; `undefined` if nothing is left, or if it gives an e-mail address away. */
export function tidyName(text: string): string | undefined {
  const tidy = withoutUnseen(text).trim()
  return !isVisible(tidy) || AROUND_AN_AT_SIGN.test(tidy.normalize('NFKC')) ? undefined : tidy
}
