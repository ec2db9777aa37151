import { Ago, Empty } from '../../../../../ui/components.tsx'
import { sayTold } from '../../../../../ui/words/told.ts'
import type { Words } from '../../../../../ui/words/words.ts'
import type { Notification } from '../../../domain/notifications/index.ts'
import { shortened } from '../../pages/index.ts'
import { OwnTabs } from '../me/own-lists.tsx'
import { Page } from '../shared/layout.tsx'
import { FollowButton } from '../shared/mark-buttons.tsx'
import { Bubble, NextPage } from '../shared/pieces.tsx'
import { entryPath, postPath } from '../shared/posts.tsx'
import { StatusPill } from '../shared/statuses.tsx'
import type { View } from '../shared/view.ts'

interface NotificationsPageProps {
  readonly view: View
  readonly notifications: readonly Notification[]
  readonly next: string | undefined
}

export function NotificationsPage({ view, notifications, next }: NotificationsPageProps) {
  const { words } = view
  const [newest] = notifications
  return (
    <Page view={view} facts={{ title: words.say('notifications'), current: 'notifications', isIndexed: false }}>
      <div class="narrow">
        <h1>{words.say('notifications')}</h1>
        <OwnTabs view={view} current="notifications" />
        {newest ? (
          <div class="results told">
            {(view.unread ?? 0) > 0 && <ReadAll view={view} newest={newest} />}
            <ul class="rows">
              {notifications.map((notification) => (
                <Row view={view} notification={notification} />
              ))}
            </ul>
            <NextPage view={view} next={next} />
          </div>
        ) : (
          <Empty picture={<Bubble />} title={words.say('notifications_empty')}>
            <p>{words.say('notifications_lead')}</p>
          </Empty>
        )}
      </div>
    </Page>
  )
}

function ReadAll({ view: { words }, newest }: { view: View; newest: Notification }) {
  return (
    <form method="post" action="/me/notifications/read">
      <input type="hidden" name="up_to" value={newest.id} />
      <button class="button" type="submit">
        {words.say('notifications_read')}
      </button>
    </form>
  )
}

function Row({ view, notification }: { view: View; notification: Notification }) {
  const { words, call } = view
  const { post, comment, type, createdAt, readAt } = notification
  const linkId = `told-${notification.id}`
  return (
    <li class={readAt ? undefined : 'unread'}>
      <div>
        <p class="facts">
          {!readAt && <span class="unseen">{words.say('unread')}: </span>}
          <b dir="auto">{sentenceOf(words, notification)}</b>
          <Ago at={createdAt} now={call.now} words={words} />
        </p>
        <a id={linkId} href={pathOf(notification)} dir="auto">
          {post.title}
        </a>
        {type === 'status_changed' && (
          <p class="facts">
            <StatusPill view={view} status={post.status} />
          </p>
        )}
        {comment && (
          <p class="soft" dir="auto">
            {shortened(comment.excerpt, 180)}
          </p>
        )}
      </div>
      <FollowButton view={view} post={post} about={linkId} />
    </li>
  )
}

/** A sentence about the event, in the reader's language. */
export function sentenceOf(words: Words, { type, actor, comment, changelogEntry }: Notification): string {
  const about = { isAboutComment: comment !== undefined, title: changelogEntry?.title ?? '' }
  return sayTold(words, { type, name: actor.displayName, ...about })
}

/** The path of the comment, the entry or the post that it is about. */
export function pathOf({ post, comment, changelogEntry, type }: Notification): string {
  if (changelogEntry) return entryPath(changelogEntry)
  return comment && type !== 'rejected' ? `${postPath(post)}#${comment.id}` : postPath(post)
}
