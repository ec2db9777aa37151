import type { Id } from '../../../../foundation/ids/index.ts'
import { type PageRequest, pageOf, rowsFor } from '../../../../foundation/paging/index.ts'
import type { UserCall } from '../../../call/index.ts'
import type { ModerationState } from '../../../posts/index.ts'
import type { ExportedComment, ExportedEdit, ExportedPost } from '../exported.ts'
import type { Read, TimePlace } from '../store.ts'

interface PostRow {
  id: Id<'post'>
  number: number
  title: string
  body: string
  moderation_state: ModerationState
  merged_into_id: Id<'post'> | null
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
}

export async function selectPosts(
  { sql, project, actor: { user } }: UserCall,
  { limit, after }: PageRequest<TimePlace>,
): Read<ExportedPost, TimePlace> {
  const rows = await sql<PostRow[]>`
    select id, number, title, body, moderation_state, merged_into_id, created_at, edited_at, deleted_at from posts
    where project_id = ${project.id} and author_id = ${user.id}
      ${after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id})` : sql``}
    order by created_at desc, id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({
      id: row.id,
      number: row.number,
      title: row.title,
      body: row.body,
      moderationState: row.moderation_state,
      mergedIntoId: row.merged_into_id ?? undefined,
      createdAt: row.created_at,
      editedAt: row.edited_at ?? undefined,
      deletedAt: row.deleted_at ?? undefined,
    }),
    (row) => ({ at: row.created_at, id: row.id }),
  )
}

export interface EditPlace {
  readonly postId: string
  readonly version: number
}

interface EditRow {
  post_id: Id<'post'>
  version: number
  title: string
  body: string
  edited_at: Date
  editor_kind: string
}

/** Of some of their posts. */
export async function selectEdits(
  { sql, project }: UserCall,
  ids: readonly Id<'post'>[],
  { limit, after }: PageRequest<EditPlace>,
): Read<ExportedEdit, EditPlace> {
  const rows = await sql<EditRow[]>`
    select post_id, version, title, body, edited_at, editor_kind from post_edits
    where project_id = ${project.id} and post_id = any (${ids})
      ${after ? sql`and (post_id, version) > (${after.postId}, ${after.version})` : sql``}
    order by post_id, version ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({
      postId: row.post_id,
      version: row.version,
      title: row.title,
      body: row.body,
      editedAt: row.edited_at,
      editedByTeam: row.editor_kind !== 'user',
    }),
    (row) => ({ postId: row.post_id, version: row.version }),
  )
}

interface CommentRow {
  id: Id<'comment'>
  post_id: Id<'post'>
  parent_id: Id<'comment'> | null
  body: string
  moderation_state: ModerationState
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
}

export async function selectComments(
  { sql, project, actor: { user } }: UserCall,
  { limit, after }: PageRequest<TimePlace>,
): Read<ExportedComment, TimePlace> {
  const rows = await sql<CommentRow[]>`
    select id, post_id, parent_id, body, moderation_state, created_at, edited_at, deleted_at from comments
    where project_id = ${project.id} and author_id = ${user.id} and not is_internal
      ${after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id})` : sql``}
    order by created_at desc, id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({
      id: row.id,
      postId: row.post_id,
      parentId: row.parent_id ?? undefined,
      body: row.body,
      moderationState: row.moderation_state,
      createdAt: row.created_at,
      editedAt: row.edited_at ?? undefined,
      deletedAt: row.deleted_at ?? undefined,
    }),
    (row) => ({ at: row.created_at, id: row.id }),
  )
}
