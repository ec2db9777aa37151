import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'

export interface UnseenComment {
  readonly id: Id<'comment'>
  readonly postId: Id<'post'>
  /** Whether the post counts it, although nobody can read it there. */
  readonly isCounted: boolean
}

/** Comments of somebody that say something and that visitors cannot read: not theirs to see, or on a post that nobody sees. */
export async function selectUnseenOf(call: ProjectCall, authorId: Id<'user'>): Promise<UnseenComment[]> {
  const { sql, project } = call
  const rows = await sql<{ id: Id<'comment'>; post_id: Id<'post'>; is_counted: boolean }[]>`
    select c.id, c.post_id, c.deleted_at is null and c.moderation_state = 'approved' and not c.is_internal as is_counted
    from comments c
    where c.project_id = ${project.id} and c.author_id = ${authorId} and c.body <> '' and ${isUnseen(call)}`
  return rows.map((row) => ({ id: row.id, postId: row.post_id, isCounted: row.is_counted }))
}

/** Of those that are still unseen and still belong to posts that are held. Their places stay, above answers to them. */
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

/** Of comments c. Internal ones are the team's words in the name of somebody. */
function isUnseen({ sql }: ProjectCall) {
  // A scalar, not an exists: that might be answered by reading all posts of the project.
  return sql`(c.deleted_at is not null or c.moderation_state <> 'approved' or c.is_internal or (
    select p.deleted_at is not null or p.moderation_state <> 'approved' from posts p
    where p.project_id = c.project_id and p.id = c.post_id))`
}
