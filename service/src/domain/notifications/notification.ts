import type { Id } from '../../foundation/ids/index.ts'
import type { NotificationType } from '../notification-types.ts'
import type { Post } from '../posts/index.ts'
import type { Author } from '../users/index.ts'

/** What somebody was told, as they see it now. */
export interface Notification extends Omit<StoredNotification, 'commentId'> {
  /** The comment, with the beginning of what it says. */
  readonly comment: { readonly id: Id<'comment'>; readonly excerpt: string } | undefined
}

export interface StoredNotification {
  readonly id: Id<'notification'>
  readonly type: NotificationType
  readonly post: Pick<Post, 'id' | 'number' | 'title' | 'status'> & { readonly isFollowing: boolean }
  readonly commentId: Id<'comment'> | undefined
  readonly changelogEntry: { readonly id: Id<'changelogEntry'>; readonly title: string } | undefined
  readonly actor: Author
  readonly createdAt: Date
  readonly readAt: Date | undefined
}

/** A person is told of an event once, so a notification is the event under another prefix. */
export function notificationId(event: Id<'event'>): Id<'notification'> {
  return `ntf_${event.slice('evt_'.length)}`
}

export function eventOf(notification: Id<'notification'>): Id<'event'> {
  return `evt_${notification.slice('ntf_'.length)}`
}
