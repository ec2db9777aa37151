import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { NewComment } from './store.ts'

export async function insertComments({ sql, project }: ProjectCall, comments: readonly NewComment[]): Promise<void> {
  if (comments.length === 0) return
  await sql`
    insert into comments (project_id, id, post_id, parent_id, author_id, body, body_html, is_official, is_internal, moderation_state, created_at)
    select ${project.id}, c.* from unnest(${comments.map(({ id }) => id)}::text[], ${comments.map(({ postId }) => postId)}::text[],
      ${comments.map(({ parentId }) => parentId ?? null)}::text[], ${comments.map(({ authorId }) => authorId ?? null)}::text[],
      ${comments.map(({ body }) => body)}::text[], ${comments.map(({ bodyHtml }) => bodyHtml)}::text[],
      ${comments.map(({ isOfficial }) => isOfficial)}::boolean[], ${comments.map(({ isInternal }) => isInternal)}::boolean[],
      ${comments.map(({ moderationState }) => moderationState)}::text[], ${comments.map(({ createdAt }) => createdAt)}::timestamptz[]) as c`
}

/** What an answer must know of the comment that it answers. There is one level, so `rootId` is the comment that answers none. */
export interface Answered {
  readonly postId: Id<'post'>
  readonly rootId: Id<'comment'>
  readonly isInternal: boolean
}

export async function selectAnswered(
  { sql, project }: ProjectCall,
  ids: readonly Id<'comment'>[],
): Promise<Map<Id<'comment'>, Answered>> {
  const rows = await sql<{ id: Id<'comment'>; post_id: Id<'post'>; root_id: Id<'comment'>; is_internal: boolean }[]>`
    select c.id, c.post_id, coalesce(c.parent_id, c.id) as root_id, coalesce(p.is_internal, c.is_internal) as is_internal
    from comments c left join comments p on p.project_id = c.project_id and p.id = c.parent_id
    where c.project_id = ${project.id} and c.id = any (${ids})`
  return new Map(rows.map((row) => [row.id, { postId: row.post_id, rootId: row.root_id, isInternal: row.is_internal }]))
}

/** With their answers. Returns how many public ones each post lost. */
export async function deleteComments(
  { sql, project }: ProjectCall,
  ids: readonly Id<'comment'>[],
): Promise<Map<Id<'post'>, number>> {
  const rows = await sql<{ post_id: Id<'post'>; count: number }[]>`
    with gone as (
      delete from comments where project_id = ${project.id} and (id = any (${ids}) or parent_id = any (${ids}))
      returning post_id, (deleted_at is null and moderation_state = 'approved' and not is_internal) as is_public)
    select post_id, count(*) filter (where is_public) as count from gone group by post_id`
  return new Map(rows.map(({ post_id, count }) => [post_id, count]))
}
