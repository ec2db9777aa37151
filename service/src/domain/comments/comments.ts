import { Type } from 'typebox'
import { type Id, idPattern, isId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { Instant } from '../../foundation/schemas/index.ts'
import type { Permitted } from '../call/index.ts'
import { getPost, type Held } from '../posts/index.ts'
import { holdPostsOf } from '../posts/inside.ts'
import { userById } from '../users/inside.ts'
import type { Comment } from './comment.ts'
import { type CommentPlace, selectComments, selectCommentsOf } from './list-store.ts'
import { selectComment } from './store.ts'

/** Accepts any text. A text that is not a comment id gets the same answer as a missing comment. */
function commentId(text: string): Id<'comment'> {
  if (!isId('comment', text)) throw new Problem(notFound)
  return text
}

export async function getComment(call: Permitted<'board:read'>, id: string): Promise<Comment> {
  const comment = await selectComment(call, commentId(id))
  if (!comment) throw new Problem(notFound)
  return comment
}

export async function listCommentsOf(
  call: Permitted<'board:read'>,
  post: string,
  page: PageRequest<CommentPlace>,
): Promise<Page<Comment, CommentPlace>> {
  const { id } = await getPost(call, post)
  return selectCommentsOf(call, id, page)
}

/** The query of a list of comments of all posts. */
export const COMMENT_QUERY = {
  post: Type.String({ pattern: idPattern('post'), description: 'Only comments of this post.' }),
  author: Type.String({ pattern: idPattern('user'), description: 'Only comments of this user.' }),
  createdAfter: Instant({ description: 'Only comments written after this.' }),
}

export interface CommentQuery {
  readonly post?: string
  readonly author?: string
  readonly createdAfter?: Date
}

/** The newest first. The post and the user that the query names must exist in this project. */
export async function findComments(
  call: Permitted<'board:read'>,
  { post, author, createdAfter }: CommentQuery,
  page: PageRequest<CommentPlace>,
): Promise<Page<Comment, CommentPlace>> {
  const postId = post === undefined ? undefined : (await getPost(call, post)).id
  const authorId = author === undefined ? undefined : (await userById(call, author)).id
  return selectComments(call, { postId, authorId, createdAfter }, page)
}

export interface HeldComment {
  readonly comment: Comment
  readonly post: Held
}

/** Locks the post of a comment that the caller may see. */
export async function holdComment(call: Permitted, id: string): Promise<HeldComment> {
  const { found, held } = await holdPostsOf(
    call,
    () => getComment(call, id),
    ({ postId }) => [postId],
  )
  const post = held.get(found.postId)
  if (!post) throw new Problem(notFound)
  return { comment: found, post }
}
