import type { Id } from '../../foundation/ids/index.ts'
import { type Part, requestedRows } from '../../foundation/storage/index.ts'
import { isTeam, type Permitted, type ProjectCall, viewerOf } from '../call/index.ts'
import type { ModerationState, Texts } from '../posts/index.ts'
import { type Comment, type CommentRow, toComment } from './comment.ts'
import { authorJoin, commentColumns, isSeen } from './fragments.ts'
import { mergedPathOf } from './merged-path.ts'

/** Joins the post p of a comment, if the caller may see it. */
export function postJoin(call: ProjectCall): Part {
  const { sql } = call
  const viewer = viewerOf(call)
  const own = viewer ? sql`or p.author_id = ${viewer.id}` : sql``
  const known = isTeam(call) ? sql`` : sql`and (p.moderation_state = 'approved' ${own})`
  return sql`join posts p on p.project_id = c.project_id and p.id = c.post_id and p.deleted_at is null ${known}`
}

/** The team also sees rejected comments. */
export async function selectComment(call: Permitted, id: Id<'comment'>): Promise<Comment | undefined> {
  const [comment] = await selectCommentsByIds(call, [id])
  return comment
}

/** In the order of the ids; missing ones are left out. */
export async function selectCommentsByIds(
  call: Permitted,
  ids: readonly Id<'comment'>[],
  texts: Texts = 'whole',
): Promise<Comment[]> {
  if (ids.length === 0) return []
  const { sql, project } = call
  const rows = await sql<CommentRow[]>`
    select ${commentColumns(call, texts)}
    from ${requestedRows(sql, project.id, ids)} as asked
    join comments c on c.project_id = asked.project_id and c.id = asked.id ${postJoin(call)} ${authorJoin(call)}
    where ${isTeam(call) ? sql`c.deleted_at is null` : isSeen(call, 'comment')} order by asked.place`
  return rows.map((row) => toComment(project, row))
}

export interface NewComment {
  readonly id: Id<'comment'>
  readonly postId: Id<'post'>
  readonly parentId: Id<'comment'> | undefined
  readonly authorId: Id<'user'> | undefined
  readonly body: string
  readonly bodyHtml: string
  readonly isOfficial: boolean
  readonly isInternal: boolean
  readonly moderationState: ModerationState
  readonly createdAt: Date
}

/** An answer gets the origin of the comment it answers, so that both move back together when their posts are unmerged. */
export async function insertComment({ sql, project }: ProjectCall, comment: NewComment): Promise<void> {
  await sql`
    insert into comments (project_id, id, post_id, parent_id, author_id, body, body_html, is_official, is_internal,
      moderation_state, merged_path, created_at)
    values (${project.id}, ${comment.id}, ${comment.postId}, ${comment.parentId}, ${comment.authorId}, ${comment.body},
      ${comment.bodyHtml}, ${comment.isOfficial}, ${comment.isInternal}, ${comment.moderationState},
      coalesce((select merged_path from comments where project_id = ${project.id} and id = ${comment.parentId}), '{}'),
      ${comment.createdAt})`
}

/** Undefined members are not changed. */
export interface CommentChanges {
  readonly body?: string | undefined
  readonly bodyHtml?: string | undefined
  readonly isOfficial?: boolean | undefined
  readonly isInternal?: boolean | undefined
  readonly moderationState?: ModerationState | undefined
  readonly editedAt?: Date | undefined
  readonly deletedAt?: Date | undefined
}

/** If the number of public comments changes, call `changeStanding` too. */
export async function updateComment(
  { sql, project }: ProjectCall,
  id: Id<'comment'>,
  changes: CommentChanges,
): Promise<void> {
  await sql`
    update comments set
      body = coalesce(${changes.body}, body),
      body_html = coalesce(${changes.bodyHtml}, body_html),
      is_official = coalesce(${changes.isOfficial}, is_official),
      is_internal = coalesce(${changes.isInternal}, is_internal),
      moderation_state = coalesce(${changes.moderationState}, moderation_state),
      edited_at = coalesce(${changes.editedAt}, edited_at),
      deleted_at = coalesce(${changes.deletedAt}, deleted_at),
      version = version + 1
    where project_id = ${project.id} and id = ${id}`
}

/** Works for deleted comments too. */
export async function isInternalComment({ sql, project }: ProjectCall, id: Id<'comment'>): Promise<boolean> {
  const rows = await sql`select 1 from comments where project_id = ${project.id} and id = ${id} and is_internal`
  return rows.length > 0
}

export async function hasOpenReplies({ sql, project }: ProjectCall, id: Id<'comment'>): Promise<boolean> {
  const rows = await sql`
    select 1 from comments
    where project_id = ${project.id} and parent_id = ${id} and not is_internal and deleted_at is null limit 1`
  return rows.length > 0
}

/** All comments of the posts, or so many of them, whether the caller may see them or not. Answers come first. */
export async function selectCommentIdsOf(
  { sql, project }: ProjectCall,
  posts: readonly Id<'post'>[],
  most?: number,
): Promise<Id<'comment'>[]> {
  const rows = await sql<{ id: Id<'comment'> }[]>`
    select id from comments where project_id = ${project.id} and post_id = any (${posts})
    ${most === undefined ? sql`` : sql`order by parent_id is null limit ${most}`}`
  return rows.map(({ id }) => id)
}

/** Comments by the team count too. Only public ones count, because the result must not reveal hidden ones. */
export async function hasCommentsOfOthers(
  { sql, project }: ProjectCall,
  postId: Id<'post'>,
  userId: Id<'user'>,
): Promise<boolean> {
  const rows = await sql`
    select 1 from comments
    where project_id = ${project.id} and post_id = ${postId} and author_id is distinct from ${userId}
      and moderation_state = 'approved' and not is_internal and deleted_at is null limit 1`
  return rows.length > 0
}

/** Moves all comments to the other post and records where they came from. Returns how many of them are public. */
export async function moveComments({ sql, project }: ProjectCall, from: Id<'post'>, to: Id<'post'>): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with moved as (
      update comments set post_id = ${to}, merged_path = array[${from}::text] || merged_path
      where project_id = ${project.id} and post_id = ${from}
      returning moderation_state = 'approved' and not is_internal and deleted_at is null as is_public)
    select count(*) filter (where is_public) as count from moved`
  return row?.count ?? 0
}

/**
 * Moves back those that came from a post through these merges, of which the first one is the earliest. Returns how many of them are public.
 */
export async function moveCommentsBack(
  { sql, project }: ProjectCall,
  from: Id<'post'>,
  chain: readonly Id<'post'>[],
): Promise<number> {
  const path = mergedPathOf(from, chain)
  const [row] = await sql<{ count: number }[]>`
    with moved as (
      update comments set post_id = ${from}, merged_path = merged_path[${path.length + 1}::integer:]
      where project_id = ${project.id} and post_id = ${chain.at(-1)} and merged_path[:${path.length}::integer] = ${path}::text[]
      returning moderation_state = 'approved' and not is_internal and deleted_at is null as is_public)
    select count(*) filter (where is_public) as count from moved`
  return row?.count ?? 0
}
