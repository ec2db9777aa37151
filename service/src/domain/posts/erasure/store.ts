import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'

export interface UnseenPost {
  readonly id: Id<'post'>
  readonly text: string
  /** Whether it was deleted before. */
  readonly isDeleted: boolean
}

/** Posts that only their author and the team can read: deleted, rejected, or never approved. */
export async function selectUnseenOf({ sql, project }: ProjectCall, authorId: Id<'user'>): Promise<UnseenPost[]> {
  const rows = await sql<{ id: Id<'post'>; title: string; body: string; is_deleted: boolean }[]>`
    select id, title, body, deleted_at is not null as is_deleted from posts
    where project_id = ${project.id} and author_id = ${authorId} and (deleted_at is not null or moderation_state <> 'approved')`
  return rows.map(({ id, title, body, is_deleted }) => ({ id, text: `${title} ${body}`, isDeleted: is_deleted }))
}

/** Empties those that are still not public. Their numbers stay taken. */
export async function blankPosts({ sql, now, project }: ProjectCall, ids: readonly Id<'post'>[]): Promise<void> {
  await sql`
    update posts set title = '', body = '', body_html = '', search = '', field_values = null, deleted_at = coalesce(deleted_at, ${now}), version = version + 1
    where project_id = ${project.id} and id = any (${ids}) and (deleted_at is not null or moderation_state <> 'approved')`
}

/** Removes the earlier versions of a user's posts, and returns them. */
export async function deleteEditsOf({ sql, project }: ProjectCall, authorId: Id<'user'>): Promise<string[]> {
  const rows = await sql<{ title: string; body: string }[]>`
    delete from post_edits e using posts p
    where p.project_id = ${project.id} and p.author_id = ${authorId} and e.project_id = p.project_id and e.post_id = p.id
    returning e.title, e.body`
  return rows.map(({ title, body }) => `${title} ${body}`)
}
