import { type Id, isId } from '../../foundation/ids/index.ts'
import { inTransaction, type Permitted } from '../call/index.ts'
import { getComment, type HeldComment, holdComment, isPublic } from '../comments/index.ts'
import { updateComment } from '../comments/inside.ts'
import { recordEvent } from '../events/inside.ts'
import { markFiles } from '../files/inside.ts'
import { getPost, type Held, type ModerationState } from '../posts/index.ts'
import { changeStanding, holdPost, markPost } from '../posts/inside.ts'
import type { Subject } from '../review-queue/index.ts'
import { closeItem, reopenItem } from '../review-queue/inside.ts'
import { learnWords, noteGoneWords } from '../search/inside.ts'
import { textOf } from '../texts/index.ts'
import { lockName } from '../users/inside.ts'
import { type ModerationItem, moderationItem } from './item.ts'

type Verdict = Exclude<ModerationState, 'pending'>

/** Publishes a waiting or rejected text, and settles its reports. Doing it again changes nothing. */
export function approve(call: Permitted<'moderation:write'>, id: string): Promise<ModerationItem> {
  return inTransaction(call, (call) => decide(call, id, 'approved'))
}

/** Hides it from everybody, whether or not somebody had reported it. It can be approved later. */
export function reject(call: Permitted<'moderation:write'>, id: string): Promise<ModerationItem> {
  return inTransaction(call, (call) => decide(call, id, 'rejected'))
}

function decide(call: Permitted<'moderation:write'>, id: string, verdict: Verdict): Promise<ModerationItem> {
  return isId('comment', id) ? decideComment(call, id, verdict) : decidePost(call, id, verdict)
}

async function decidePost(call: Permitted<'moderation:write'>, id: string, verdict: Verdict): Promise<ModerationItem> {
  const { author } = await getPost(call, id)
  if (verdict === 'approved' && author.id) await lockName(call, author.id) // a user's row comes before a post
  const held = await holdPost(call, id)
  await movePost(call, held, verdict, verdict === 'approved')
  return settle(call, held.id, held.id, { from: held.moderationState, verdict })
}

async function decideComment(
  call: Permitted<'moderation:write'>,
  id: string,
  verdict: Verdict,
): Promise<ModerationItem> {
  const { author } = await getComment(call, id)
  // Also for an internal comment: it may become public before the post is locked.
  if (verdict === 'approved' && author.id) await lockName(call, author.id)
  const { comment, post } = await holdComment(call, id)
  await moveComment(call, { comment, post }, verdict, true)
  return settle(call, comment.id, post.id, { from: comment.moderationState, verdict })
}

/**
 * Takes back a decision that was made at a given moment: state, place in the queue and reports are as before it. Returns false if a new report or a
 * new text has opened the item again. The caller has locked the post.
 */
export function undecide(
  call: Permitted<'moderation:write'>,
  id: string,
  { from, at }: { readonly from: ModerationState; readonly at: Date },
): Promise<boolean> {
  return inTransaction(call, async (call) => {
    const [subject, post] = isId('comment', id) ? await returnComment(call, id, from) : await returnPost(call, id, from)
    const reports = await reopenItem(call, subject, { at, isPending: from === 'pending' })
    if (reports === undefined) return false
    const kind = isId('post', subject) ? 'post' : 'comment'
    await recordEvent(call, { type: `${kind}.undecided`, subject, post, data: { to_state: from, reports } })
    return true
  })
}

type Returned = readonly [subject: Subject, post: Id<'post'>]

async function returnPost(call: Permitted<'moderation:write'>, id: string, to: ModerationState): Promise<Returned> {
  const held = await holdPost(call, id)
  await movePost(call, held, to, false)
  return [held.id, held.id]
}

async function returnComment(call: Permitted<'moderation:write'>, id: string, to: ModerationState): Promise<Returned> {
  const held = await holdComment(call, id)
  await moveComment(call, held, to, false)
  return [held.comment.id, held.post.id]
}

/** Changes the state and everything that depends on it: whether the post is listed, its pictures, and the words that search knows. */
async function movePost(
  call: Permitted<'moderation:write'>,
  held: Held,
  to: ModerationState,
  touches: boolean,
): Promise<void> {
  if (held.moderationState === to) return
  const isApproved = to === 'approved'
  await markPost(call, held.id, { moderationState: to })
  await markFiles(call, held.id, isApproved)
  await changeStanding(call, held.id, { isListed: isApproved && !held.mergedIntoId, touches })
  const text = textOf(await getPost(call, held.id))
  await (isApproved ? learnWords(call, text) : noteGoneWords(call, [text])) // words of a hidden text are forgotten
}

/** The post counts as updated only if a comment appears. */
async function moveComment(
  call: Permitted<'moderation:write'>,
  { comment, post }: HeldComment,
  to: ModerationState,
  touches: boolean,
): Promise<void> {
  if (comment.moderationState === to) return
  await updateComment(call, comment.id, { moderationState: to })
  await markFiles(call, comment.id, to === 'approved')
  const added = Number(isPublic({ ...comment, moderationState: to })) - Number(isPublic(comment))
  if (added !== 0) await changeStanding(call, post.id, { comments: added, touches: touches && added > 0 })
}

async function settle(
  call: Permitted<'moderation:write'>,
  subject: Subject,
  post: Id<'post'>,
  { from, verdict }: { from: ModerationState; verdict: Verdict },
): Promise<ModerationItem> {
  const { wasOpen, isFirst, reportCount } = await closeItem(call, subject)
  if (wasOpen || isFirst || from !== verdict) {
    const kind = isId('post', subject) ? 'post' : 'comment'
    const data = { from_state: from, reports: reportCount }
    await recordEvent(call, { type: `${kind}.${verdict}`, subject, post, data })
  }
  return moderationItem(call, subject)
}
