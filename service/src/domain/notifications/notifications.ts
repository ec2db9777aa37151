import { isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { UserCall } from '../call/index.ts'
import { updateRead } from './list-store.ts'
import { eventOf } from './notification.ts'

/** Marks the notification and all older ones as read. Again, it changes nothing. */
export async function markRead(call: UserCall, upTo: string): Promise<void> {
  if (!isId('notification', upTo)) throw new Problem(notFound)
  await updateRead(call, eventOf(upTo))
}
