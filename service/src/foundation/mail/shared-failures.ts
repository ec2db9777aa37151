import { blamesAddress, isOfServer, type MailFailure } from './failure.ts'

/** From so many recipients on, it is not about them. */
const SEVERAL = 3

/**
 * Finds out when mails fail for a reason that they share, such as a server that relays nothing for us: several recipients in a row get the same
 * answer, or none, and no mail is taken between them. Returns the failure as it looks after those before it.
 */
export function findShared(): (to: string, failure: MailFailure | undefined) => MailFailure | undefined {
  let answer: string | undefined
  const recipients = new Set<string>()
  return (to, failure) => {
    if (!failure) recipients.clear()
    if (!failure || failure.kind === 'not_now' || isOfServer(failure) || blamesAddress(failure.answer)) return failure
    const isInterrupted = failure.kind === 'interrupted'
    const same = isInterrupted ? undefined : failure.answer
    if (same !== answer) recipients.clear()
    answer = same
    if (recipients.size < SEVERAL) recipients.add(to)
    if (recipients.size < SEVERAL) return failure
    return { ...failure, isShared: true, ...(!isInterrupted && { kind: 'all_refused' }) }
  }
}
