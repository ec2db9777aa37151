import { Type } from 'typebox'
import type { UserCall } from '../../domain/call/index.ts'
import {
  countUnread,
  type Notification as DomainNotification,
  listNotifications,
  MOST_UNREAD,
  markRead,
  NOTIFICATION_TYPES,
} from '../../domain/notifications/index.ts'
import { postUrl } from '../../domain/posts/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { endpoint } from './endpoint.ts'
import { answerPage, Paged, PageQuery } from './paging.ts'
import { Author, StatusSummary, toAuthorJson } from './post-json.ts'
import { Nullable, OneOf, Shared, Time, TimeOf } from './schema.ts'

const TAGS = ['Notifications']
const NotificationId = (description: string) => Type.String({ pattern: idPattern('notification'), description })

const Notification = Shared(
  'Notification',
  Type.Object(
    {
      id: NotificationId('The notification’s id. Ids sort by time.'),
      type: OneOf(NOTIFICATION_TYPES, {
        description:
          'What happened: `status_changed`; `answered`, by the team; `commented`; `replied`, to a comment of theirs; `merged`, into another post; `approved` or `rejected`, a text of theirs; `changelog_published`, about a post they voted for. More types may be added.',
      }),
      post: Type.Object(
        {
          id: Type.String({ pattern: idPattern('post'), description: 'The post’s id.' }),
          number: Type.Integer({ description: 'Counts from 1 in each project.' }),
          title: Type.String({ description: 'One line of plain text.' }),
          status: StatusSummary,
          is_following: Type.Boolean({ description: 'Whether the signed-in user follows it.' }),
          url: Type.String({ description: 'Its page on the board.' }),
        },
        { description: 'The post that it is about.' },
      ),
      comment: Nullable(
        Type.Object({
          id: Type.String({ pattern: idPattern('comment'), description: 'The comment’s id.' }),
          excerpt: Type.String({ description: 'The beginning of its text, in one line and without its marks.' }),
        }),
        { description: 'The comment that it is about, or that explains the status.' },
      ),
      changelog_entry: Nullable(
        Type.Object({
          id: Type.String({ pattern: idPattern('changelogEntry'), description: 'The entry’s id.' }),
          title: Type.String({ description: 'One line of plain text.' }),
        }),
        { description: 'The changelog entry that it is about.' },
      ),
      actor: Author,
      created_at: TimeOf('When it happened.'),
      read_at: Nullable(Time, { description: 'When it was read; null if it was not.' }),
    },
    { description: 'A notification of the signed-in user.' },
  ),
)

const UnreadCount = Type.Integer({ description: `How many are unread; ${MOST_UNREAD} if there are more.` })

export const list = endpoint({
  access: 'session',
  schema: {
    operationId: 'listMyNotifications',
    summary: 'List the notifications of the signed-in user',
    description:
      'The newest first. A notification is listed only while it is still true and the user may see its content: not after a status was changed again, or a comment was deleted. Notifications are kept for ninety days.',
    tags: TAGS,
    querystring: PageQuery,
    response: {
      200: Paged(Notification, 'Their notifications.', { unread_count: UnreadCount }),
    },
  },
  problems: [cursorInvalid],
  handler: async (call, request, reply, context) => {
    reply.header('cache-control', 'no-store')
    const [page, unread] = await Promise.all([
      answerPage(
        context,
        call,
        request,
        (page) => listNotifications(call, page),
        (item) => toJson(call, item),
      ),
      countUnread(call),
    ])
    return { ...page, unread_count: unread }
  },
})

export const read = endpoint({
  access: 'session',
  schema: {
    operationId: 'readMyNotifications',
    summary: 'Mark notifications as read',
    description: 'Marks the named notification and all older ones. Sending it again changes nothing.',
    tags: TAGS,
    body: Type.Object(
      { up_to: NotificationId('The newest one that the user has seen.') },
      { additionalProperties: false },
    ),
    response: { 200: Type.Object({ unread_count: UnreadCount }, { description: 'They are marked as read.' }) },
  },
  handler: async (call, { body }) => {
    await markRead(call, body.up_to)
    return { unread_count: await countUnread(call) }
  },
})

function toJson(call: UserCall, { post, comment, changelogEntry, ...notification }: DomainNotification) {
  const { id, number, title, status, isFollowing } = post
  return {
    id: notification.id,
    type: notification.type,
    post: { id, number, title, status, is_following: isFollowing, url: postUrl(call, post) },
    comment: comment ?? null,
    changelog_entry: changelogEntry ?? null,
    actor: toAuthorJson(notification.actor),
    created_at: notification.createdAt.toISOString(),
    read_at: notification.readAt?.toISOString() ?? null,
  }
}
