import { type Id, isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type OperatorCall } from '../call/index.ts'
import { getComment, holdComment } from '../comments/index.ts'
import { reopenDuplicate } from '../duplicates/index.ts'
import { isDismissed } from '../duplicates/inside.ts'
import { undecide } from '../moderation/inside.ts'
import { changePostStatus, deleteComment, editPost, retagPost, unmergePost } from '../posting/index.ts'
import { getPost, type ModerationState } from '../posts/index.ts'
import { holdPost } from '../posts/inside.ts'
import { changedSince } from './problems.ts'
import { type Change, selectChanges, selectMade } from './store.ts'

type Writer = OperatorCall<'posts:write' | 'comments:write' | 'moderation:write'>

/** With a script, a page offers it for ten seconds. Without one, people need time to read. */
const WITHIN_MS = 10 * 60_000

/** The changes of this request to these posts that can be undone. An edited text has its history instead. */
export async function changesMade(
  call: OperatorCall<'posts:write'>,
  posts: readonly Id<'post'>[],
): Promise<Id<'event'>[]> {
  const made = await selectMade(call, posts)
  return made.filter(({ type, data }) => type !== 'post.updated' || tagIn(data) || moveIn(data)).map(({ id }) => id)
}

/**
 * Makes the opposite change for each of these events of the same operator. An event is skipped if the object was changed again. Returns how many were
 * undone; refuses if none was.
 */
export async function undo(call: Writer, ids: readonly string[]): Promise<number> {
  const since = new Date(call.now.getTime() - WITHIN_MS)
  const known = await selectChanges(
    call,
    ids.filter((id) => isId('event', id)),
    since,
  )
  let undone = 0
  for (const change of known) undone += await undoOne(call, change)
  if (undone === 0) throw new Problem(changedSince)
  return undone
}

/** 0 if it can no longer be undone. */
async function undoOne(call: Writer, change: Change): Promise<0 | 1> {
  try {
    await inTransaction(call, (call) => reverse(call, change))
    return 1
  } catch (error) {
    if (error instanceof Problem && (error.kind === changedSince || error.kind === notFound)) return 0
    throw error
  }
}

async function reverse(call: Writer, change: Change): Promise<void> {
  const { type, data, post_id: post } = change
  switch (type) {
    case 'post.status_changed':
      return reverseStatus(call, change)
    case 'post.merged':
      require((await holdPost(call, post)).mergedIntoId === data.into_post_id)
      await unmergePost(call, post)
      return
    case 'post.duplicate_dismissed':
      return reverseDismissal(call, change)
    case 'post.updated':
      return moveIn(data) ? reverseMove(call, change) : reverseTag(call, change)
    case 'post.approved':
    case 'post.rejected':
    case 'comment.approved':
    case 'comment.rejected':
      return reverseDecision(call, change)
  }
}

/** Followers are not told again. The comment with the reason is deleted too. */
async function reverseStatus(call: Writer, { post_id: post, data }: Change): Promise<void> {
  const held = await holdPost(call, post)
  require(held.statusId === data.to_status_id && !held.mergedIntoId)
  await changePostStatus(call, post, { statusId: String(data.from_status_id), notify: false })
  const { comment_id: id } = data
  if (typeof id === 'string' && !(await getComment(call, id)).isDeleted) await deleteComment(call, id)
}

async function reverseDismissal(call: Writer, { post_id: post, data }: Change): Promise<void> {
  const other = String(data.other_post_id)
  require(await isDismissed(call, post, other))
  await reopenDuplicate(call, post, other)
}

/** Back to the category that it was in. */
async function reverseMove(call: Writer, { post_id: post, data }: Change): Promise<void> {
  const held = await holdPost(call, post)
  const move = moveIn(data)
  require(move !== undefined && !held.mergedIntoId && (await getPost(call, post)).category.id === move.to)
  if (move) await editPost(call, post, { categoryId: move.from }, undefined)
}

/** A post that was moved, where nothing else was changed. */
function moveIn({
  members,
  from_category_id: from,
  to_category_id: to,
}: Change['data']): { from: string; to: string } | undefined {
  const isMove = Array.isArray(members) && members.join() === 'category_id'
  return isMove && typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined
}

/** One tag that was added or removed, without touching the others. */
async function reverseTag(call: Writer, { post_id: post, data }: Change): Promise<void> {
  const tag = tagIn(data)
  const held = await holdPost(call, post)
  const hasIt = (await getPost(call, post)).tags.some(({ id }) => id === tag?.id)
  require(tag !== undefined && !held.mergedIntoId && hasIt === tag.isAdded)
  if (tag) await retagPost(call, post, tag.id, !tag.isAdded)
}

function tagIn(data: Change['data']): { readonly id: string; readonly isAdded: boolean } | undefined {
  if (typeof data.added_tag_id === 'string') return { id: data.added_tag_id, isAdded: true }
  return typeof data.removed_tag_id === 'string' ? { id: data.removed_tag_id, isAdded: false } : undefined
}

async function reverseDecision(call: Writer, { type, at, subject_id: subject, data }: Change): Promise<void> {
  const held = isId('comment', subject) ? (await holdComment(call, subject)).comment : await holdPost(call, subject)
  require(held.moderationState === type.slice(type.indexOf('.') + 1))
  const isTaken = await undecide(call, subject, { from: data.from_state as ModerationState, at }) // as the event was written
  require(isTaken)
}

function require(isAsItWas: boolean): void {
  if (!isAsItWas) throw new Problem(changedSince)
}
