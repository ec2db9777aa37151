import type { User, UserCall } from '../../call/index.ts'
import { userById } from '../../users/inside.ts'
import type { SkipReason } from '../mail.ts'
import { selectSuppressed } from './store.ts'

/** Why no mail reaches somebody, whatever they choose. */
export type MailBarrier = Extract<SkipReason, 'no_address' | 'address_unverified' | 'suppressed'>

/** Where mail to somebody goes, or why it goes nowhere. Suppressed addresses are in lower case. */
export function addressOf(
  { email, emailVerified }: User,
  suppressed: ReadonlySet<string>,
): { readonly email: string } | MailBarrier {
  if (email === undefined) return 'no_address'
  if (!emailVerified) return 'address_unverified'
  return suppressed.has(email.toLowerCase()) ? 'suppressed' : { email }
}

/** Why the signed-in user gets no mail; undefined if they can. */
export async function barrierToMail(call: UserCall): Promise<MailBarrier | undefined> {
  const user = await userById(call, call.actor.user.id)
  const address = addressOf(user, await selectSuppressed(call, user.email === undefined ? [] : [user.email]))
  return typeof address === 'string' ? address : undefined
}
