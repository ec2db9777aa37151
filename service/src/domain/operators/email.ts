import { invalidText, isEmailAddress } from '../texts/index.ts'

/** Whether the address exists shows at the first sign-in. */
export function readEmail(text: string): string {
  const email = text.trim()
  if (!isEmailAddress(email)) throw invalidText('/email', 'must be an e-mail address')
  return email
}
