import type { Id } from '../../foundation/ids/index.ts'
import { type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import type { ProjectCall, ServiceCall, UserCall } from '../call/index.ts'
import type { NotificationType } from '../notification-types.ts'
import type { StatusCategory } from '../statuses/index.ts'
import { authorColumns } from '../users/fragments.ts'
import { type AuthorRow, toAuthor } from '../users/index.ts'
import { aboutJoins, isTrue } from './fragments.ts'
import { notificationId, type StoredNotification } from './notification.ts'

/** More unread ones are not counted. */
export const MOST_UNREAD = 100
const MOST_DELETED = 5_000

export interface NotificationPlace {
  readonly event: string
}

interface NotificationRow extends AuthorRow {
  event_id: Id<'event'>
  type: NotificationType
  post_id: Id<'post'>
  number: number
  title: string
  status_id: Id<'status'>
  status_name: string
  status_category: StatusCategory
  status_color: string
  is_following: boolean
  comment_id: Id<'comment'> | null
  entry_id: Id<'changelogEntry'> | null
  entry_title: string | null
  created_at: Date
  read_at: Date | null
}

/** The newest first. The page is found before statuses and people are joined, so that only those of the page are read. */
export async function selectNotifications(
  call: UserCall,
  { limit, after }: PageRequest<NotificationPlace>,
): Promise<Page<StoredNotification, NotificationPlace>> {
  const { sql, project, actor } = call
  const rows = await sql<NotificationRow[]>`
    select n.event_id, n.type, n.post_id, n.number, n.title, n.created_at, n.read_at,
      t.id as status_id, t.name as status_name, t.category as status_category, t.color as status_color,
      exists (select 1 from follows f where f.project_id = ${project.id} and f.post_id = n.post_id and f.user_id = n.user_id) as is_following,
      n.told_comment_id as comment_id, n.entry_id, n.entry_title,
      case when n.actor_kind = 'user' then n.actor_id end as author_id, ${authorColumns(call)}
    from (
      select n.*, p.number, p.title, s.status_id as current_status_id, c.id as told_comment_id, e.id as entry_id, e.title as entry_title
      from notifications n ${aboutJoins(call)}
      where n.project_id = ${project.id} and n.user_id = ${actor.user.id} and ${isTrue(call)}
        ${after ? sql`and n.event_id < ${after.event}` : sql``}
      order by n.event_id desc ${rowsFor(sql, limit)}) as n
    join statuses t on t.project_id = ${project.id} and t.id = n.current_status_id
    left join users u on u.project_id = ${project.id} and u.id = n.actor_id and n.actor_kind = 'user'
    order by n.event_id desc`
  return pageOf(
    rows,
    limit,
    (row) => toNotification(call, row),
    ({ event_id }) => ({ event: event_id }),
  )
}

/** At most `MOST_UNREAD`. Their own rows are found first: with `offset 0` PostgreSQL does not look for them among those of all people. */
export async function countUnread(call: UserCall): Promise<number> {
  const { sql, project, actor } = call
  const [row] = await sql<{ unread: number }[]>`
    select count(*)::integer as unread from (
      select 1 from (
        select * from notifications where project_id = ${project.id} and user_id = ${actor.user.id} and read_at is null offset 0) as n
      ${aboutJoins(call)} where ${isTrue(call)}
      limit ${MOST_UNREAD}) as unread`
  return row?.unread ?? 0
}

export async function updateRead({ sql, now, project, actor }: UserCall, upTo: Id<'event'>): Promise<void> {
  await sql`
    update notifications set read_at = ${now}
    where project_id = ${project.id} and user_id = ${actor.user.id} and read_at is null and event_id <= ${upTo}`
}

export async function deleteNotificationsOf({ sql, project }: ProjectCall, userId: string): Promise<void> {
  await sql`delete from notifications where project_id = ${project.id} and user_id = ${userId}`
}

/** In portions, so that no statement runs long. Returns how many were removed. */
export async function deleteNotificationsBefore({ sql }: ServiceCall, time: Date): Promise<number> {
  const rows = await sql`
    delete from notifications where ctid = any (array(
      select ctid from notifications where created_at < ${time} order by created_at limit ${MOST_DELETED})) returning 1`
  return rows.length
}

function toNotification({ project }: ProjectCall, row: NotificationRow): StoredNotification {
  return {
    id: notificationId(row.event_id),
    type: row.type,
    post: {
      id: row.post_id,
      number: row.number,
      title: row.title,
      status: { id: row.status_id, name: row.status_name, category: row.status_category, color: row.status_color },
      isFollowing: row.is_following,
    },
    commentId: row.comment_id ?? undefined,
    changelogEntry: row.entry_id === null ? undefined : { id: row.entry_id, title: row.entry_title ?? '' },
    actor: toAuthor(project, row),
    createdAt: row.created_at,
    readAt: row.read_at ?? undefined,
  }
}
