import { invalidText, isEmailAddress } from '../texts/index.ts'

/** Whether it exists shows when somebody enters. */
export function readEmail(text: string): string {
  const email = text.trim()
  if (!isEmailAddress(email)) throw invalidText('/email', 'must be an e-mail address')
  return email
}
