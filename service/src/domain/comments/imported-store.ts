import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import type { NewComment } from './store.ts'

export interface ImportedComment extends NewComment {
  /** The posts that it came through by merging, the last one first. */
  readonly mergedPath: readonly Id<'post'>[]
}

export async function insertComments(
  { sql, project }: ProjectCall,
  comments: readonly ImportedComment[],
): Promise<void> {
  if (comments.length === 0) return
  await sql`
    insert into comments (project_id, id, post_id, parent_id, author_id, body, body_html, is_official, is_internal, moderation_state, created_at, merged_path)
    select ${project.id}, c.id, c.post_id, c.parent_id, c.author_id, c.body, c.body_html, c.is_official, c.is_internal, c.moderation_state,
      c.created_at, string_to_array(c.merged_path, ',')
    from unnest(${comments.map(({ id }) => id)}::text[], ${comments.map(({ postId }) => postId)}::text[],
      ${comments.map(({ parentId }) => parentId ?? null)}::text[], ${comments.map(({ authorId }) => authorId ?? null)}::text[],
      ${comments.map(({ body }) => body)}::text[], ${comments.map(({ bodyHtml }) => bodyHtml)}::text[],
      ${comments.map(({ isOfficial }) => isOfficial)}::boolean[], ${comments.map(({ isInternal }) => isInternal)}::boolean[],
      ${comments.map(({ moderationState }) => moderationState)}::text[], ${comments.map(({ createdAt }) => createdAt)}::timestamptz[],
      ${comments.map(({ mergedPath }) => mergedPath.join(','))}::text[])
      as c (id, post_id, parent_id, author_id, body, body_html, is_official, is_internal, moderation_state, created_at, merged_path)`
}

/** What an answer must know of the comment that it answers. There is one level, so `rootId` is the comment that answers none. */
export interface Answered {
  readonly postId: Id<'post'>
  /** The posts that it came through by merging. */
  readonly mergedPath: readonly Id<'post'>[]
  readonly rootId: Id<'comment'>
  readonly isInternal: boolean
}

export async function selectAnswered(
  { sql, project }: ProjectCall,
  ids: readonly Id<'comment'>[],
): Promise<Map<Id<'comment'>, Answered>> {
  const rows = await sql<(Answered & { id: Id<'comment'> })[]>`
    select c.id, c.post_id as "postId", c.merged_path as "mergedPath", coalesce(c.parent_id, c.id) as "rootId",
      coalesce(p.is_internal, c.is_internal) as "isInternal"
    from comments c left join comments p on p.project_id = c.project_id and p.id = c.parent_id
    where c.project_id = ${project.id} and c.id = any (${ids})`
  return new Map(rows.map(({ id, ...answered }) => [id, answered]))
}

export interface GoneComment {
  readonly id: Id<'comment'>
  readonly postId: Id<'post'>
  /** The posts that it came through by merging. */
  readonly mergedPath: readonly Id<'post'>[]
  /** Whether people could read it. */
  readonly wasPublic: boolean
  readonly wasDeleted: boolean
}

/** Some of the answers to these comments. */
export async function selectAnswersTo(
  { sql, project }: ProjectCall,
  ids: readonly Id<'comment'>[],
  most: number,
): Promise<Id<'comment'>[]> {
  const rows = await sql<{ id: Id<'comment'> }[]>`
    select id from comments where project_id = ${project.id} and parent_id = any (${ids}) limit ${most}`
  return rows.map(({ id }) => id)
}

/** With their answers. */
export async function deleteComments(
  { sql, project }: ProjectCall,
  ids: readonly Id<'comment'>[],
): Promise<GoneComment[]> {
  return sql<GoneComment[]>`
    delete from comments where project_id = ${project.id} and (id = any (${ids}) or parent_id = any (${ids}))
    returning id, post_id as "postId", merged_path as "mergedPath", deleted_at is null and moderation_state = 'approved' and not is_internal as "wasPublic",
      deleted_at is not null as "wasDeleted"`
}
