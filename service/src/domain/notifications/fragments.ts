import type { Part } from '../../foundation/storage/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { isPostInSight } from '../posts/fragments.ts'

/** What notifications n are about: post p and its standing s; comment c and changelog entry e where there is one that the person may see. */
export function aboutJoins({ sql, project }: ProjectCall): Part {
  return sql`
    join posts p on p.project_id = ${project.id} and p.id = n.post_id
    join post_standings s on s.project_id = ${project.id} and s.post_id = n.post_id
    left join comments c on c.project_id = ${project.id} and c.id = n.comment_id and c.deleted_at is null and not c.is_internal
      and (c.moderation_state = 'approved' or c.author_id = n.user_id)
    left join changelog_entries e on e.project_id = ${project.id} and e.id = n.changelog_entry_id`
}

/**
 * Whether it is still true, and the person may see it. What was undone, hidden or deleted is told to nobody and no longer listed. Needs
 * `aboutJoins`.
 */
export function isTrue(call: ProjectCall): Part {
  const { sql, now } = call
  return sql`
    p.deleted_at is null and (p.moderation_state = 'approved' or p.author_id = n.user_id) and ${isPostInSight(call, sql`n.user_id`)} and case
      when n.type = 'status_changed' then s.status_id = n.status_id
      when n.type = 'merged' then p.merged_into_id is not null
      when n.type = 'changelog_published' then e.publish_at <= ${now}::timestamptz
      when n.type in ('approved', 'rejected') and n.comment_id is null then p.moderation_state = n.type
      when n.type in ('approved', 'rejected') then c.moderation_state = n.type
      else c.moderation_state = 'approved' end`
}
