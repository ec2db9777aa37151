import type { ProjectCall, User, UserCall } from '../../call/index.ts'
import { userById } from '../../users/inside.ts'
import type { SkipReason } from '../mail.ts'
import { isSuppressed } from './store.ts'

/** Why no mail reaches somebody, whatever they choose. */
export type MailBarrier = Extract<SkipReason, 'no_address' | 'address_unverified' | 'suppressed'>

/** Where mail to somebody goes, or why it goes nowhere. */
export async function addressOf(
  call: ProjectCall,
  { email, emailVerified }: User,
): Promise<{ readonly email: string } | MailBarrier> {
  if (email === undefined) return 'no_address'
  if (!emailVerified) return 'address_unverified'
  return (await isSuppressed(call, email)) ? 'suppressed' : { email }
}

/** Why the signed-in user gets no mail; undefined if they can. */
export async function barrierToMail(call: UserCall): Promise<MailBarrier | undefined> {
  const address = await addressOf(call, await userById(call, call.actor.user.id))
  return typeof address === 'string' ? address : undefined
}
