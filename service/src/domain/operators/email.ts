import { invalidRequest, Problem } from '../../foundation/problems/index.ts'

/** Enough to tell an address from a slip; whether it exists shows when somebody enters. */
const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,254}$/u

export function readEmail(text: string): string {
  const email = text.trim()
  if (!EMAIL.test(email) || email.length > 320) {
    throw new Problem(invalidRequest, { errors: [{ pointer: '/email', detail: 'must be an e-mail address' }] })
  }
  return email
}
