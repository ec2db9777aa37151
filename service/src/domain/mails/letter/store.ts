import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import type { NotificationType } from '../../notification-types.ts'
import type { UserMail } from '../mail.ts'

/** What somebody was told, as far as a mail needs it. */
export interface Told {
  readonly eventId: Id<'event'>
  readonly type: NotificationType
  readonly postId: Id<'post'>
  readonly commentId: Id<'comment'> | undefined
  readonly entryId: Id<'changelogEntry'> | undefined
  /** The status before, of a change of status. */
  readonly fromStatusId: string | undefined
}

interface ToldRow {
  event_id: Id<'event'>
  type: NotificationType
  post_id: Id<'post'>
  comment_id: Id<'comment'> | null
  changelog_entry_id: Id<'changelogEntry'> | null
  from_status_id: string | null
}

/** In the order in which it happened. */
export async function selectTold({ sql, project }: ProjectCall, { userId, eventIds }: UserMail): Promise<Told[]> {
  const rows = await sql<ToldRow[]>`
    select n.event_id, n.type, n.post_id, n.comment_id, n.changelog_entry_id, e.data ->> 'from_status_id' as from_status_id
    from notifications n
    left join events_kept e on n.type = 'status_changed' and e.project_id = n.project_id and e.id = n.event_id
    where n.project_id = ${project.id} and n.user_id = ${userId} and n.event_id = any (${eventIds})
    order by n.event_id`
  return rows.map((row) => ({
    eventId: row.event_id,
    type: row.type,
    postId: row.post_id,
    commentId: row.comment_id ?? undefined,
    entryId: row.changelog_entry_id ?? undefined,
    fromStatusId: row.from_status_id ?? undefined,
  }))
}

/**
 * Posts that this person wants no mail about. A follow that is newer counts more. A post that they follow or voted for only because another was merged
 * into it is muted as that one is.
 */
export async function selectMuted(
  { sql, project }: ProjectCall,
  userId: Id<'user'>,
  postIds: readonly Id<'post'>[],
): Promise<ReadonlySet<Id<'post'>>> {
  const rows = await sql<{ post_id: Id<'post'> }[]>`
    select p.post_id from unnest(${postIds}::text[]) as p (post_id)
    cross join lateral (
      select case when count(*) = count(merged_from) and min(merged_from) = max(merged_from) then min(merged_from) end as post_id from (
        select merged_from from follows where project_id = ${project.id} and post_id = p.post_id and user_id = ${userId}
        union all
        select merged_from from votes where project_id = ${project.id} and post_id = p.post_id and user_id = ${userId}) marks) origin
    where exists (
      select 1 from mail_mutes m
      where m.project_id = ${project.id} and m.user_id = ${userId} and m.post_id in (p.post_id, origin.post_id) and not exists (
        select 1 from follows f
        where f.project_id = ${project.id} and f.post_id = m.post_id and f.user_id = ${userId} and f.created_at > m.created_at))`
  return new Set(rows.map(({ post_id }) => post_id))
}

export async function isSuppressed({ sql, project }: ProjectCall, email: string): Promise<boolean> {
  const rows = await sql`
    select 1 from mail_suppressions where project_id = ${project.id} and email = ${email.toLowerCase()}`
  return rows.length > 0
}
