import type { Id } from '../../foundation/ids/index.ts'
import { inTransaction, type Permitted } from '../call/index.ts'
import type { Comment } from '../comments/index.ts'
import { recordEvent } from '../events/inside.ts'
import { getPost, type Held, type Post, refuseMerged } from '../posts/index.ts'
import { changeStanding, holdPost, raiseVersion } from '../posts/inside.ts'
import { holdStatus } from '../statuses/inside.ts'
import { readBody } from '../texts/index.ts'
import { addComment, CommentBody, writeCommentForTeam } from './comment.ts'

export interface StatusChange {
  readonly statusId: string
  /** The team's official comment on the change. */
  readonly comment?: string
  /** Whether followers are notified. */
  readonly notify: boolean
}

/** Changes the status of a post, with a reason. A post that already has the status only gets the comment. */
export function changePostStatus(call: Permitted<'posts:write'>, id: string, change: StatusChange): Promise<Post> {
  const body = change.comment === undefined ? undefined : readBody(change.comment, CommentBody, '/comment')
  return inTransaction(call, async (call) => {
    const held = await holdPost(call, id)
    refuseMerged(held)
    const to = await nextStatus(call, held, change.statusId)
    const comment = body === undefined ? undefined : await explain(call, held, body, to ? false : change.notify)
    if (to) {
      await raiseVersion(call, held.id)
      await moveTo(call, held, to, { notify: change.notify, ...(comment && { comment_id: comment.id }) })
    }
    return getPost(call, held.id)
  })
}

export interface TeamAnswer {
  readonly body: string
  readonly isInternal: boolean
  /** The comment that it answers. */
  readonly parentId?: string
  /** The status that the post gets with it. */
  readonly statusId?: string
  /** Whether followers are told of the status. */
  readonly notify: boolean
}

/** The team comments, and changes the status if it names one. Returns the comment, unless it is the reason for the status. */
export function answerPost(
  call: Permitted<'posts:write' | 'comments:write'>,
  id: string,
  answer: TeamAnswer,
): Promise<Comment | undefined> {
  const { body, isInternal, parentId, statusId, notify } = answer
  return inTransaction(call, async (call) => {
    if (statusId !== undefined && !isInternal && parentId === undefined) {
      await changePostStatus(call, id, { statusId, notify, comment: body })
      return undefined
    }
    const draft = { body, isInternal, isOfficial: !isInternal, ...(parentId !== undefined && { parentId }) }
    const comment = await writeCommentForTeam(call, id, draft)
    if (statusId !== undefined) await changePostStatus(call, id, { statusId, notify })
    return comment
  })
}

/** The status that a post is to get, held until the transaction ends; undefined where it has it already. */
export async function nextStatus(call: Permitted, held: Held, id: string): Promise<Id<'status'> | undefined> {
  return id === held.statusId ? undefined : (await holdStatus(call, id)).id
}

/** Changes the status, and records it for the followers. The caller makes the new version of the post. */
export async function moveTo(
  call: Permitted,
  held: Held,
  to: Id<'status'>,
  more: { comment_id?: string; notify?: boolean } = {},
): Promise<void> {
  await changeStanding(call, held.id, { statusId: to })
  const data = { from_status_id: held.statusId, to_status_id: to, ...more }
  await recordEvent(call, { type: 'post.status_changed', subject: held.id, post: held.id, data })
}

/** Followers who are notified of the status read the comment there, so they get no second notification. */
function explain(call: Permitted<'posts:write'>, held: Held, body: string, notify: boolean): Promise<Comment> {
  const about = { authorId: undefined, moderationState: 'approved', createdAt: call.now, notify } as const
  return addComment(call, held, { body, isOfficial: true }, about)
}
