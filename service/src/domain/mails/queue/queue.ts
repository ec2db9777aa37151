import { type Id, newId } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import { nextDigest } from './hours.ts'
import { insertMails } from './store.ts'

const MONDAY = 1
/** What happened earlier is no news: it was imported, or nobody read the events for long. */
const NEWS_LAST_MS = 7 * 24 * 60 * 60 * 1000

/** Told people, all of one event. */
export interface ToldPeople {
  readonly eventId: Id<'event'>
  readonly userIds: readonly Id<'user'>[]
}

/** In the transaction that writes their notifications: a mail for each of them who wants one. */
export async function queueMails(call: ProjectCall, { eventId, userIds }: ToldPeople): Promise<void> {
  if (userIds.length === 0) return
  const { now, project } = call
  await insertMails(
    call,
    eventId,
    userIds.map((userId) => ({ id: newId('mail'), userId })),
    {
      oldest: new Date(now.getTime() - NEWS_LAST_MS),
      instant: now,
      daily: nextDigest(now, project.timeZone),
      weekly: nextDigest(now, project.timeZone, MONDAY),
    },
  )
}
