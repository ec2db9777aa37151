import { isVisible, withoutUnseen } from '../texts/index.ts'

const AROUND_AN_AT_SIGN = /[^\s@]@[^\s@]/

/** A name as it may be shown; `undefined` if nothing is left, or if it gives an e-mail address away. */
export function tidyName(text: string): string | undefined {
  const tidy = withoutUnseen(text).trim()
  return !isVisible(tidy) || AROUND_AN_AT_SIGN.test(tidy.normalize('NFKC')) ? undefined : tidy
}
