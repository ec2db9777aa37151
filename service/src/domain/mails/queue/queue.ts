import { type Id, newId } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import { nextDigest } from './hours.ts'
import { insertMails } from './store.ts'

const MONDAY = 1
/** What happened earlier is no news: it was imported, or nobody read the events for long. */
const MAILED_WITHIN_MS = 7 * 24 * 60 * 60 * 1000

/** Told people, all of one event. */
export interface ToldPeople {
  readonly eventId: Id<'event'>
  readonly postId: Id<'post'>
  /** When it happened. */
  readonly at: Date
  readonly userIds: readonly Id<'user'>[]
}

/**
 * In the transaction that writes their notifications: a mail for each of them who wants one. A mail about one post waits for the delay; a digest
 * leaves at its hour.
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
