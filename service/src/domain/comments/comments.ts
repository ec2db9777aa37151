import { type Id, isId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { Permitted } from '../call/index.ts'
import { getPost, type Held, holdPosts } from '../posts/index.ts'
import type { Comment } from './comment.ts'
import { type CommentPlace, selectCommentsOf } from './list/store.ts'
import { markHold, selectComment, undoHold } from './store.ts'

/** Any text may be asked for; what is no id of a comment is a comment that does not exist. */
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

export interface HeldComment {
  readonly comment: Comment
  readonly post: Held
}

/**
 * Holds the post of a comment that the caller may know of. A merge may take the comment elsewhere while we wait for its post; then that
 * post is given back before the other one is asked for, or two who hold one each could wait for each other.
 */
export async function holdComment(call: Permitted, id: string): Promise<HeldComment> {
  let { postId } = await getComment(call, id)
  for (;;) {
    await markHold(call)
    const post = (await holdPosts(call, [postId])).get(postId)
    const comment = await getComment(call, id)
    if (post && comment.postId === post.id) return { comment, post }
    await undoHold(call)
    postId = comment.postId
  }
}
