import { type Id, newId } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import { nextDigest } from './hours.ts'
import { insertMails } from './store.ts'

const MONDAY = 1
/** Nobody is mailed about older events: they were imported, or no service ran for long. */
const MAILED_WITHIN_MS = 7 * 24 * 60 * 60 * 1000

/** People who are told of one event. */
export interface ToldPeople {
  readonly eventId: Id<'event'>
  readonly postId: Id<'post'>
  /** When it happened. */
  readonly at: Date
  readonly userIds: readonly Id<'user'>[]
}

/**
 * Queues a mail for each of these people who wants one, in the transaction that writes their notifications. A mail about one post waits for the
 * delay; a digest is sent at its hour.
 */
export async function queueMails(
  call: ProjectCall,
  { userIds, at, ...event }: ToldPeople,
  delayMs: number,
): Promise<void> {
  const { now, project } = call
  if (userIds.length === 0 || now.getTime() - at.getTime() > MAILED_WITHIN_MS) return
  await insertMails(
    call,
    event,
    userIds.map((userId) => ({ id: newId('mail'), userId })),
    {
      instant: new Date(now.getTime() + delayMs),
      daily: nextDigest(now, project.timeZone),
      weekly: nextDigest(now, project.timeZone, MONDAY),
    },
  )
}
