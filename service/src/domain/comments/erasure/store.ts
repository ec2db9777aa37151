import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'

export interface UnseenComment {
  readonly id: Id<'comment'>
  readonly postId: Id<'post'>
  /** Whether the post counts it, although visitors cannot read it. */
  readonly isCounted: boolean
  /** Whether it was deleted before. */
  readonly isDeleted: boolean
}

/** Comments of a user that have a text which visitors cannot read: the comment or its post is not public. */
export async function selectUnseenOf(call: ProjectCall, authorId: Id<'user'>): Promise<UnseenComment[]> {
  const { sql, project } = call
  const rows = await sql<{ id: Id<'comment'>; post_id: Id<'post'>; is_counted: boolean; is_deleted: boolean }[]>`
    select c.id, c.post_id, c.deleted_at is not null as is_deleted, c.deleted_at is null and c.moderation_state = 'approved' and not c.is_internal as is_counted
    from comments c
    where c.project_id = ${project.id} and c.author_id = ${authorId} and c.body <> '' and ${isUnseen(call)}`
  return rows.map((row) => ({ id: row.id, postId: row.post_id, isCounted: row.is_counted, isDeleted: row.is_deleted }))
}

/** Empties those that are still not public and still belong to the locked posts. Comments with answers stay as empty places. */
export async function blankComments(
  call: ProjectCall,
  ids: readonly Id<'comment'>[],
  postIds: readonly Id<'post'>[],
): Promise<void> {
  const { sql, now, project } = call
  await sql`
    update comments c set body = '', body_html = '', deleted_at = coalesce(deleted_at, ${now}), version = version + 1
    where c.project_id = ${project.id} and c.id = any (${ids}) and c.post_id = any (${postIds}) and ${isUnseen(call)}`
}

/** A condition on comments c. Internal ones are the team's words in the name of a user. */
function isUnseen({ sql }: ProjectCall) {
  // A scalar, not an exists: that might be answered by reading all posts of the project.
  return sql`(c.deleted_at is not null or c.moderation_state <> 'approved' or c.is_internal or (
    select p.deleted_at is not null or p.moderation_state <> 'approved' from posts p
    where p.project_id = c.project_id and p.id = c.post_id))`
}
