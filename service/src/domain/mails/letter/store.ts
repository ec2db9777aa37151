import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import type { NotificationType } from '../../notification-types.ts'
import { aboutJoins, isTrue } from '../../notifications/fragments.ts'
import type { UserMail } from '../mail.ts'
import { isMuted } from '../unsubscribe/store.ts'

/** What somebody was told, as far as a mail needs it. */
export interface Told {
  readonly eventId: Id<'event'>
  readonly type: NotificationType
  readonly userId: Id<'user'>
  readonly postId: Id<'post'>
  readonly commentId: Id<'comment'> | undefined
  readonly entryId: Id<'changelogEntry'> | undefined
  /** Of a change of status: the status before it. */
  readonly fromStatusId: string | undefined
  /** By the rule of notifications: it was not undone, and they may see it. */
  readonly isTrue: boolean
  /** They want no mail about this post. */
  readonly isMuted: boolean
}

interface ToldRow {
  event_id: Id<'event'>
  type: NotificationType
  user_id: Id<'user'>
  post_id: Id<'post'>
  comment_id: Id<'comment'> | null
  changelog_entry_id: Id<'changelogEntry'> | null
  from_status_id: string | null
  is_true: boolean
  is_muted: boolean
}

/** What these mails tell of, in the order in which it happened. */
export async function selectTold(call: ProjectCall, mails: readonly UserMail[]): Promise<Told[]> {
  const { sql, project } = call
  const asked = mails.flatMap(({ userId, eventIds }) => eventIds.map((eventId) => ({ userId, eventId })))
  const rows = await sql<ToldRow[]>`
    select n.event_id, n.type, n.user_id, n.post_id, n.comment_id, n.changelog_entry_id,
      case when n.type = 'status_changed' then (
        select e.data ->> 'from_status_id' from events_kept e where e.project_id = n.project_id and e.id = n.event_id) end as from_status_id,
      ${isTrue(call)} as is_true,
      ${isMuted(call, sql`n.user_id`, sql`n.post_id`)} as is_muted
    from (
      select ${project.id}::text as project_id, a.user_id, a.event_id
      from unnest(${asked.map(({ userId }) => userId)}::text[], ${asked.map(({ eventId }) => eventId)}::text[]) as a (user_id, event_id)
      offset 0) asked
    join notifications n on n.project_id = asked.project_id and n.user_id = asked.user_id and n.event_id = asked.event_id
    ${aboutJoins(call)}
    order by n.event_id`
  return rows.map((row) => ({
    eventId: row.event_id,
    type: row.type,
    userId: row.user_id,
    postId: row.post_id,
    commentId: row.comment_id ?? undefined,
    entryId: row.changelog_entry_id ?? undefined,
    fromStatusId: row.from_status_id ?? undefined,
    isTrue: row.is_true,
    isMuted: row.is_muted,
  }))
}

/** Those of the addresses that get no mail, in lower case. Each is looked up by itself, however many others a project has. */
export async function selectSuppressed(
  { sql, project }: ProjectCall,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ email: string }[]>`
    select s.email from unnest(${emails.map((email) => email.toLowerCase())}::text[]) as asked (email)
    cross join lateral (
      select email from mail_suppressions where project_id = ${project.id} and email = asked.email limit 1) as s`
  return new Set(rows.map(({ email }) => email))
}

export async function isSuppressed(call: ProjectCall, email: string): Promise<boolean> {
  return (await selectSuppressed(call, [email])).size > 0
}
