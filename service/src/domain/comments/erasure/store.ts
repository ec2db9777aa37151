import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call.ts'

export interface UnseenComment {
  readonly id: Id<'comment'>
  readonly postId: Id<'post'>
}

/** Comments of somebody that say something and that visitors cannot read. */
export async function selectUnseenOf({ sql, project }: ProjectCall, authorId: Id<'user'>): Promise<UnseenComment[]> {
  const rows = await sql<{ id: Id<'comment'>; post_id: Id<'post'> }[]>`
    select id, post_id from comments
    where project_id = ${project.id} and author_id = ${authorId} and (deleted_at is not null or moderation_state <> 'approved')
      and body <> ''`
  return rows.map((row) => ({ id: row.id, postId: row.post_id }))
}

/** Of those that are still unseen and still belong to posts that are held. Their places stay, above answers to them. */
export async function blankComments(
  { sql, now, project }: ProjectCall,
  ids: readonly Id<'comment'>[],
  postIds: readonly Id<'post'>[],
): Promise<void> {
  await sql`
    update comments set body = '', body_html = '', deleted_at = coalesce(deleted_at, ${now}), version = version + 1
    where project_id = ${project.id} and id = any (${ids}) and post_id = any (${postIds})
      and (deleted_at is not null or moderation_state <> 'approved')`
}
