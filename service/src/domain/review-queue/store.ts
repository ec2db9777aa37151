import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call.ts'

/** What can wait for a decision. */
export type Subject = Id<'post'> | Id<'comment'>

/** In the transaction that writes what has to be approved. */
export async function queueForApproval(
  { sql, now, project }: ProjectCall,
  subject: Subject,
  post: Id<'post'>,
): Promise<void> {
  await sql`
    insert into moderation_items (project_id, subject_id, post_id, is_pending, opened_at)
    values (${project.id}, ${subject}, ${post}, true, ${now})`
}

/** It was decided, or there is nothing left to decide about. */
export async function leaveQueue({ sql, now, project }: ProjectCall, subject: Subject): Promise<void> {
  await sql`
    update moderation_items set closed_at = ${now}
    where project_id = ${project.id} and subject_id = ${subject} and closed_at is null`
}
