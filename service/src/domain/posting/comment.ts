import { type Id, newId } from '../../foundation/ids/index.ts'
import { invalidRequest, notFound, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type UserCall } from '../call/index.ts'
import { type Comment, commentsLocked, getComment, isPublic } from '../comments/index.ts'
import { insertComment, readMentions } from '../comments/inside.ts'
import { recordEvent } from '../events/inside.ts'
import { renderText } from '../files/inside.ts'
import { insertFollow } from '../follows/inside.ts'
import { noteImport } from '../numbers/inside.ts'
import { type Held, type ModerationState, refuseMerged } from '../posts/index.ts'
import { changeStanding, holdPost } from '../posts/inside.ts'
import { refuseFuture } from '../refuse-future.ts'
import { queueForApproval } from '../review-queue/inside.ts'
import { sessionEnded } from '../sessions/index.ts'
import { Markdown, readBody, readEach } from '../texts/index.ts'
import type { UserName } from '../users/index.ts'
import { holdWriter } from '../users/inside.ts'
import { writerNamed } from './write.ts'

export const CommentBody = Markdown(5_000, 1)

export interface CommentDraft {
  readonly body: string
  /** The comment that it answers. */
  readonly parentId?: string
}

/** The members that only a server may set. */
export interface ServerCommentDraft extends CommentDraft {
  readonly isOfficial?: boolean
  readonly isInternal?: boolean
  /** On whose behalf; absent, the project's team writes. */
  readonly author?: UserName
  readonly createdAt?: Date
}

/** A comment of a signed-in user: they follow the post from now on. Where approval is asked for, it waits. */
export function writeComment(call: UserCall, post: string, draft: CommentDraft): Promise<Comment> {
  const waits = call.project.requiresApproval
  return inTransaction(call, async (call) => {
    if (!(await holdWriter(call, call.actor.user.id, !waits))) throw new Problem(sessionEnded)
    const held = await holdPost(call, post)
    refuseClosed(held)
    const about = {
      authorId: call.actor.user.id,
      moderationState: waits ? 'pending' : 'approved',
      createdAt: call.now,
    } as const
    return addComment(call, held, draft, about)
  })
}

/** A comment by a client's server, for its team or for one of its users. It needs no approval, and it is allowed on a locked post. */
export function writeCommentForTeam(
  call: Permitted<'comments:write'>,
  post: string,
  draft: ServerCommentDraft,
): Promise<Comment> {
  const createdAt = draft.createdAt ?? call.now
  readEach({ body: () => readCommentBody(draft), createdAt: () => refuseFuture(call, createdAt) })
  return inTransaction(call, async (call) => {
    const isInternal = draft.isInternal ?? (await answersInternally(call, draft))
    const authorId = draft.author && (await writerNamed(call, draft.author, !isInternal))
    const held = await holdPost(call, post)
    refuseMerged(held)
    return addComment(call, held, { ...draft, isInternal }, { authorId, moderationState: 'approved', createdAt })
  })
}

/** If a server does not say otherwise, an answer to an internal comment is internal. */
async function answersInternally(call: Permitted<'comments:write'>, { parentId }: CommentDraft): Promise<boolean> {
  return parentId !== undefined && (await getComment(call, parentId)).isInternal
}

/** Users can comment only on posts that are public and open. */
export function refuseClosed(held: Held): void {
  refuseMerged(held)
  if (!held.isListed) {
    throw new Problem(commentsLocked, { detail: 'The post is not public, so only the team can comment on it.' })
  }
  if (held.commentsLocked) throw new Problem(commentsLocked)
}

interface Circumstances {
  readonly authorId: Id<'user'> | undefined
  readonly moderationState: ModerationState
  readonly createdAt: Date
  /** Whether followers are notified of the comment; with a change of status they are notified of that instead. */
  readonly notify?: boolean
}

/** Adds a comment to a locked post. */
export async function addComment(
  call: Permitted,
  held: Held,
  draft: ServerCommentDraft,
  { authorId, moderationState, createdAt, notify }: Circumstances,
): Promise<Comment> {
  const parent = draft.parentId === undefined ? undefined : await requireParent(call, held, draft.parentId)
  const isInternal = draft.isInternal ?? false
  refusePublicAnswer(parent?.isInternal ?? false, isInternal)
  const { body, mentions } = await readMentions(call, held.id, readCommentBody(draft))
  const id = newId('comment')
  const comment = {
    id,
    postId: held.id,
    parentId: parent?.id,
    authorId,
    body,
    bodyHtml: await renderText(call, id, body, mentions),
    isOfficial: draft.isOfficial ?? false,
    isInternal,
    moderationState,
    createdAt,
  }
  await insertComment(call, comment)
  if (authorId && !isInternal) await insertFollow(call, held.id, authorId)
  if (moderationState === 'pending') await queueForApproval(call, comment.id)
  if (isPublic(comment)) await changeStanding(call, held.id, { comments: 1, touchedAt: createdAt }) // a comment that is not public does not make the post new
  const data = {
    parent_id: parent?.id ?? null,
    is_official: comment.isOfficial,
    is_internal: isInternal,
    moderation_state: moderationState,
    ...(notify !== undefined && { notify }),
  }
  await recordEvent(call, { type: 'comment.created', subject: comment.id, post: held.id, data })
  await noteImport(call, createdAt)
  return getComment(call, comment.id)
}

function readCommentBody({ body }: CommentDraft): string {
  return readBody(body, CommentBody)
}

/** The parent must be on the same post, visible to the author of the answer, and not an answer itself: there is one level. */
async function requireParent(call: Permitted, held: Held, id: string): Promise<Comment> {
  const parent = await getComment(call, id)
  if (parent.postId !== held.id || parent.moderationState === 'rejected') throw new Problem(notFound)
  if (parent.parentId !== undefined) {
    const detail = 'must be a comment that is no answer itself'
    throw new Problem(invalidRequest, { errors: [{ pointer: '/parent_id', detail }] })
  }
  return parent
}

/** People who see a reply must also see the comment that it replies to. */
export function refusePublicAnswer(toInternal: boolean, isInternal: boolean): void {
  if (!toInternal || isInternal) return
  const detail = 'must be true, because what it answers is internal'
  throw new Problem(invalidRequest, { errors: [{ pointer: '/is_internal', detail }] })
}
