import { inTransaction, type Permitted } from '../call/index.ts'
import type { Comment } from '../comments/index.ts'
import { changeStanding, getPost, type Held, holdPost, type Post, refuseMerged, updatePost } from '../posts/index.ts'
import { holdStatus } from '../statuses/index.ts'
import { readBody } from '../texts/index.ts'
import { recordStatus } from './change.ts'
import { addComment, LONGEST_COMMENT } from './comment.ts'

export interface StatusChange {
  readonly statusId: string
  /** What the team says about it, in an official comment. */
  readonly comment?: string
  /** Whether whoever follows the post is told. */
  readonly notify: boolean
}

/** Moves a post on and says why. A post that has the status already is only commented on. */
export function changeStatus(call: Permitted<'posts:write'>, id: string, change: StatusChange): Promise<Post> {
  const body = change.comment === undefined ? undefined : readBody(change.comment, LONGEST_COMMENT, 1, '/comment')
  return inTransaction(call, async (call) => {
    const held = await holdPost(call, id)
    refuseMerged(held)
    const status = await holdStatus(call, change.statusId)
    const isNew = status.id !== held.statusId
    const comment = body === undefined ? undefined : await explain(call, held, body, isNew ? false : change.notify)
    if (isNew) {
      await updatePost(call, held.id, {}) // a new version, as a change of the status by other ways makes one
      await changeStanding(call, held.id, { statusId: status.id })
      const more = { notify: change.notify, ...(comment && { comment_id: comment.id }) }
      await recordStatus(call, held, status.id, more)
    }
    return getPost(call, held.id)
  })
}

/** Followers who hear of the status read the comment there; they need not hear of it twice. */
function explain(call: Permitted<'posts:write'>, held: Held, body: string, notify: boolean): Promise<Comment> {
  const about = { authorId: undefined, moderationState: 'approved', createdAt: call.now, notify } as const
  return addComment(call, held, { body, isOfficial: true }, about)
}
