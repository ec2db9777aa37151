import type { Id } from '../../../foundation/ids/index.ts'
import { type PageRequest, pageOf, rowsFor } from '../../../foundation/paging/index.ts'
import type { UserCall } from '../../call/index.ts'
import { categoryIdOf, inSight } from '../../categories/fragments.ts'
import { valuesInSight } from '../../fields/fragments.ts'
import type { FieldValues } from '../../fields/index.ts'
import type { SnakeCased } from '../../members.ts'
import { flagColumns, isPostInSight } from '../../posts/fragments.ts'
import { flagsIn, type ModerationState, type PostDecisions, type PostTexts } from '../../posts/index.ts'
import type { ExportedComment, ExportedEdit, ExportedPost } from './exported.ts'
import { type Read, seesPost, type TimePlace } from './store.ts'

interface PostRow extends SnakeCased<PostTexts & Omit<PostDecisions, 'categoryId'>> {
  category_id: string | null
  fields: FieldValues | null
  id: Id<'post'>
  number: number
  moderation_state: ModerationState
  merged_into_id: Id<'post'> | null
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
}

/** What they wrote is theirs, also in a category that they no longer see. */
export async function selectPosts(
  call: UserCall,
  { limit, after }: PageRequest<TimePlace>,
): Read<ExportedPost, TimePlace> {
  const { sql, project, actor } = call
  const rows = await sql<PostRow[]>`
    select p.id, p.number, p.title, p.body, s.status_id, p.tag_ids, ${flagColumns(sql)}, p.moderation_state,
      case when ${inSight(call)} then ${categoryIdOf(call)} end as category_id, ${valuesInSight(call, { isOwn: true })} as fields,
      case when ${isPostInSight(call)} then p.merged_into_id end as merged_into_id,
      p.created_at, p.edited_at, p.deleted_at
    from posts p join post_standings s on s.project_id = p.project_id and s.post_id = p.id
    where p.project_id = ${project.id} and p.author_id = ${actor.user.id}
      ${after ? sql`and (p.created_at, p.id) < (${after.at}::timestamptz, ${after.id})` : sql``}
    order by p.created_at desc, p.id desc ${rowsFor(sql, limit)}`
  return pageOf(
    rows,
    limit,
    (row) => ({
      id: row.id,
      number: row.number,
      title: row.title,
      body: row.body,
      statusId: row.status_id,
      categoryId: row.category_id ?? undefined,
      tagIds: row.tag_ids,
      fields: row.fields ?? {},
      ...flagsIn(row),
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

/** Earlier versions of some of their posts. */
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

/** A comment that a merge moved to a post which they do not see is shown at the post that it was written to. */
export async function selectComments(
  call: UserCall,
  { limit, after }: PageRequest<TimePlace>,
): Read<ExportedComment, TimePlace> {
  const { sql, project, actor } = call
  const postId = sql`
    case when c.merged_path = '{}' or ${seesPost(call, sql`c.post_id`)} then c.post_id else c.merged_path[cardinality(c.merged_path)] end`
  const rows = await sql<CommentRow[]>`
    select id, ${postId} as post_id, parent_id, body, moderation_state, created_at, edited_at, deleted_at from comments c
    where project_id = ${project.id} and author_id = ${actor.user.id} and not is_internal
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
