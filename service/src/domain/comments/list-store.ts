import type { Id } from '../../foundation/ids/index.ts'
import { lightEnough, type Page, type PageRequest, pageOf, rowsFor } from '../../foundation/paging/index.ts'
import { isTeam, type Permitted, type ProjectCall } from '../call/index.ts'
import { type Comment, type CommentRow, toComment, toPlaceholder } from './comment.ts'
import { authorJoin, commentColumns, isSeen } from './fragments.ts'
import { postJoin } from './store.ts'

export interface CommentPlace {
  readonly at: string
  readonly id: string
}

/** The oldest first. A comment that cannot be seen but has visible answers is shown as an empty place. */
export async function selectCommentsOf(
  call: ProjectCall,
  postId: Id<'post'>,
  { limit, after }: PageRequest<CommentPlace>,
): Promise<Page<Comment, CommentPlace>> {
  const { sql, project } = call
  const seen = isSeen(call, 'comment')
  // A scalar, not an exists: that might be answered by reading all replies of the project.
  const hasSeenReply = sql`coalesce((
    select true from comments r
    where r.project_id = ${project.id} and r.parent_id = c.id and ${isSeen(call, 'reply')} limit 1), false)`
  const keepsPlace = sql`c.parent_id is null ${isTeam(call) ? sql`` : sql`and not c.is_internal`} and ${hasSeenReply}`
  const comments = sql`
    select ${commentColumns(call)}, ${seen} as is_seen from comments c ${authorJoin(call)}
    where c.project_id = ${project.id} and c.post_id = ${postId} and (${seen} or (${keepsPlace}))
      ${after ? sql`and (c.created_at, c.id) > (${after.at}::timestamptz, ${after.id})` : sql``}
    order by c.created_at, c.id ${rowsFor(sql, limit)}`
  const rows = await lightEnough<CommentRow & { is_seen: boolean }>(sql, comments, sql`created_at, id`)
  return pageOf(rows, limit, (row) => (row.is_seen ? toComment(project, row) : toPlaceholder(project, row)), placeOf)
}

export interface CommentFilter {
  readonly postId?: Id<'post'> | undefined
  readonly authorId?: Id<'user'> | undefined
  readonly createdAfter?: Date | undefined
}

/** Comments of all posts that the caller may see, the newest first. */
export async function selectComments(
  call: Permitted<'board:read'>,
  { postId, authorId, createdAfter }: CommentFilter,
  { limit, after }: PageRequest<CommentPlace>,
): Promise<Page<Comment, CommentPlace>> {
  const { sql, project } = call
  const comments = sql`
    select ${commentColumns(call)} from comments c ${postJoin(call)} ${authorJoin(call)}
    where c.project_id = ${project.id} and ${isSeen(call, 'comment')}
      ${postId ? sql`and c.post_id = ${postId}` : sql``}
      ${authorId ? sql`and c.author_id = ${authorId}` : sql``}
      ${createdAfter ? sql`and c.created_at > ${createdAfter}` : sql``}
      ${after ? sql`and (c.created_at, c.id) < (${after.at}::timestamptz, ${after.id})` : sql``}
    order by c.created_at desc, c.id desc ${rowsFor(sql, limit)}`
  const statement = lightEnough<CommentRow>(sql, comments, sql`created_at desc, id desc`)
  // An author of two comments and an author of a hundred thousand need different plans.
  const rows = await (postId || authorId || createdAfter ? statement.plannedAnew() : statement)
  return pageOf(rows, limit, (row) => toComment(project, row), placeOf)
}

function placeOf(row: CommentRow): CommentPlace {
  return { at: row.created_at.toISOString(), id: row.id }
}
