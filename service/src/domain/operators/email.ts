import { invalidText, isEmailAddress } from '../texts/index.ts'

/** Checks only the form. The first sign-in shows whether the address exists. */
export function readEmail(text: string): string {
  const email = text.trim()
  if (!isEmailAddress(email)) throw invalidText('/email', 'must be an e-mail address')
  return email
}
