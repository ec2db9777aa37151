import { invalidRequest, Problem, versionConflict } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ProjectCall, type UserCall } from '../call/index.ts'
import { type Comment, getComment, type HeldComment, holdComment, isPublic } from '../comments/index.ts'
import { hasOpenReplies, isInternalComment, readMentions, updateComment } from '../comments/inside.ts'
import { recordEvent } from '../events/inside.ts'
import { deleteFilesAt, renderTextAgain } from '../files/inside.ts'
import { membersOf } from '../members.ts'
import { type ModerationState, notAuthor } from '../posts/index.ts'
import { changeStanding } from '../posts/inside.ts'
import { leaveQueue, queueForApproval } from '../review-queue/inside.ts'
import { sessionEnded } from '../sessions/index.ts'
import { readBody } from '../texts/index.ts'
import { holdWriter, lockName } from '../users/inside.ts'
import type { Versions } from './change.ts'
import { CommentBody, refuseClosed, refusePublicAnswer } from './comment.ts'

export interface CommentPatch {
  readonly body?: string
}

/** The members that only a server may change. */
export interface ServerCommentPatch extends CommentPatch {
  readonly isOfficial?: boolean
  readonly isInternal?: boolean
}

/** By its author, while the post is open. Where approval is asked for, the new text waits for it like the first one. */
export function editOwnComment(call: UserCall, id: string, patch: CommentPatch, versions: Versions): Promise<Comment> {
  return inTransaction(call, async (call) => {
    const held = await holdOwn(call, id)
    refuseClosed(held.post)
    const waits = call.project.requiresApproval && held.comment.moderationState === 'approved'
    const comment = await applyPatch(call, held, patch, versions, waits ? 'pending' : undefined)
    if (waits) await queueForApproval(call, comment.id)
    return comment
  })
}

export function editComment(
  call: Permitted<'comments:write'>,
  id: string,
  patch: ServerCommentPatch,
  versions: Versions,
): Promise<Comment> {
  return inTransaction(call, async (call) => {
    if (patch.isInternal === false) await lockNameOf(call, id)
    const held = await holdComment(call, id)
    if (patch.isInternal !== undefined) await refuseMixed(call, held.comment, patch.isInternal)
    return applyPatch(call, held, patch, versions)
  })
}

/** Users may delete their comments even on a closed post. */
export function deleteOwnComment(call: UserCall, id: string): Promise<void> {
  return inTransaction(call, async (call) => remove(call, await holdOwn(call, id)))
}

export function deleteComment(call: Permitted<'comments:write'>, id: string): Promise<void> {
  return inTransaction(call, async (call) => remove(call, await holdComment(call, id)))
}

/** Locks the user's row before the post; a user who was erased in the meantime can no longer write. */
async function holdOwn(call: UserCall, id: string): Promise<HeldComment> {
  if (!(await holdWriter(call, call.actor.user.id, false))) throw new Problem(sessionEnded)
  const held = await holdComment(call, id)
  if (held.comment.author.id !== call.actor.user.id) throw new Problem(notAuthor)
  return held
}

/** Before the post is locked: an internal comment becomes public, and with it the name of its author. */
async function lockNameOf(call: Permitted<'comments:write'>, id: string): Promise<void> {
  const { author, isInternal, moderationState } = await getComment(call, id)
  if (author.id && isInternal && moderationState === 'approved') await lockName(call, author.id)
}

/** A public answer must not belong to an internal comment. */
async function refuseMixed(call: ProjectCall, comment: Comment, isInternal: boolean): Promise<void> {
  if (comment.parentId) refusePublicAnswer(await isInternalComment(call, comment.parentId), isInternal)
  if (!isInternal || comment.isInternal || !(await hasOpenReplies(call, comment.id))) return
  const detail = 'must be false, because it has public answers'
  throw new Problem(invalidRequest, { errors: [{ pointer: '/is_internal', detail }] })
}

async function applyPatch(
  call: Permitted,
  { comment, post }: HeldComment,
  patch: ServerCommentPatch,
  versions: Versions,
  moderationState?: ModerationState,
): Promise<Comment> {
  if (versions && !versions.includes(comment.version)) throw new Problem(versionConflict)
  const text =
    patch.body === undefined ? undefined : await readMentions(call, post.id, readBody(patch.body, CommentBody))
  await updateComment(call, comment.id, {
    body: text?.body,
    bodyHtml: text && (await renderTextAgain(call, comment.id, text.body, text.mentions)),
    isOfficial: patch.isOfficial,
    isInternal: patch.isInternal,
    moderationState,
    editedAt: text && call.now,
  })
  const changed = await getComment(call, comment.id)
  const added = Number(isPublic(changed)) - Number(isPublic(comment))
  if (added !== 0) await changeStanding(call, post.id, { comments: added, touches: added > 0 })
  const data = { members: membersOf(patch), moderation_state: changed.moderationState }
  await recordEvent(call, { type: 'comment.updated', subject: comment.id, post: post.id, data })
  return changed
}

async function remove(call: Permitted, { comment, post }: HeldComment): Promise<void> {
  await updateComment(call, comment.id, { deletedAt: call.now })
  if (isPublic(comment)) await changeStanding(call, post.id, { comments: -1, touches: false })
  await deleteFilesAt(call, [comment.id])
  await leaveQueue(call, comment.id)
  await recordEvent(call, { type: 'comment.deleted', subject: comment.id, post: post.id })
}
