import { isId } from '../../foundation/ids/index.ts'
import { plainTextOf } from '../../foundation/markdown/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { UserCall } from '../call/index.ts'
import { commentsByIds } from '../comments/index.ts'
import { type NotificationPlace, selectNotifications, updateRead } from './list-store.ts'
import { eventOf, type Notification } from './notification.ts'

const EXCERPT = 280

/** The newest first, with what their comments say now. */
export async function listNotifications(
  call: UserCall,
  page: PageRequest<NotificationPlace>,
): Promise<Page<Notification, NotificationPlace>> {
  const { items, next } = await selectNotifications(call, page)
  const ids = items.flatMap(({ commentId }) => commentId ?? [])
  const texts = new Map((await commentsByIds(call, [...new Set(ids)])).map(({ id, body }) => [id, body]))
  const withText = ({ commentId, ...told }: (typeof items)[number]): Notification => ({
    ...told,
    comment: commentId && { id: commentId, excerpt: excerptOf(texts.get(commentId) ?? '') },
  })
  return { items: items.map(withText), next }
}

function excerptOf(body: string): string {
  return [...plainTextOf(body.slice(0, EXCERPT * 3))].slice(0, EXCERPT).join('')
}

/** Marks the notification and all older ones as read. Doing it twice is the same as once. */
export async function markRead(call: UserCall, upTo: string): Promise<void> {
  if (!isId('notification', upTo)) throw new Problem(notFound)
  await updateRead(call, eventOf(upTo))
}
