import type { Id } from '../../foundation/ids/index.ts'
import { Problem, versionConflict } from '../../foundation/problems/index.ts'
import { inTransaction, nameOf, type Permitted, type ProjectCall, type UserCall } from '../call/index.ts'
import type { Category } from '../categories/index.ts'
import { holdCategoryForPost, storedId } from '../categories/inside.ts'
import { commentIdsOf, hasCommentsOfOthers } from '../comments/inside.ts'
import { recordEvent } from '../events/inside.ts'
import { isChangeSeen, type StoredValues, valuesAfter } from '../fields/inside.ts'
import { deleteFilesAt, renderTextAgain } from '../files/inside.ts'
import { membersOf } from '../members.ts'
import {
  getPost,
  type Held,
  notAuthor,
  type Post,
  PostBody,
  type PostDecisions,
  type PostTexts,
  type PostValues,
  refuseMerged,
} from '../posts/index.ts'
import { changeStanding, holdPost, keepEdit, markPost, updatePost, valuesOf } from '../posts/inside.ts'
import { leaveQueue, queueForApproval } from '../review-queue/inside.ts'
import { learnWords, noteGoneWords } from '../search/inside.ts'
import { sessionEnded } from '../sessions/index.ts'
import { requireTags } from '../tags/inside.ts'
import { readBody, readEach, readTitle, textOf } from '../texts/index.ts'
import { holdWriter } from '../users/inside.ts'
import { hasVotesOfOthers } from '../votes/inside.ts'
import { postInDiscussion } from './problems.ts'
import { moveTo, nextStatus } from './status.ts'

/** The versions that a caller accepts to change; absent: any. */
export type Versions = readonly number[] | undefined

export type PostPatch = Partial<PostTexts & PostValues>
export type ServerPatch = Partial<PostTexts & PostValues & PostDecisions>

/** Authors may change a post until others vote or comment, so that it stays what others agreed to. */
export function editOwnPost(call: UserCall, id: string, patch: PostPatch, versions: Versions): Promise<Post> {
  return inTransaction(call, async (call) => {
    const held = await holdOwn(call, id)
    const changed = await applyPatch(call, held, patch, versions)
    return call.project.requiresApproval ? waitAgain(call, changed) : changed
  })
}

/** The new text has to be approved. */
async function waitAgain(call: UserCall, { id, moderationState }: Post): Promise<Post> {
  if (moderationState !== 'pending') await markPost(call, id, { moderationState: 'pending' })
  await changeStanding(call, id, { isListed: false, touches: false })
  await queueForApproval(call, id)
  const waiting = await getPost(call, id)
  await noteGoneWords(call, [textOf(waiting)])
  return waiting
}

export function editPost(
  call: Permitted<'posts:write'>,
  id: string,
  patch: ServerPatch,
  versions: Versions,
): Promise<Post> {
  return inTransaction(call, async (call) => applyPatch(call, await holdPost(call, id), patch, versions))
}

export function deleteOwnPost(call: UserCall, id: string): Promise<void> {
  return inTransaction(call, async (call) => remove(call, await holdOwn(call, id)))
}

export function deletePost(call: Permitted<'posts:write'>, id: string): Promise<void> {
  return inTransaction(call, async (call) => remove(call, await holdPost(call, id)))
}

async function holdOwn(call: UserCall, id: string): Promise<Held> {
  if (!(await holdWriter(call, call.actor.user.id, false))) throw new Problem(sessionEnded)
  const held = await holdPost(call, id)
  if (held.authorId !== call.actor.user.id) throw new Problem(notAuthor)
  refuseMerged(held)
  if (await isInDiscussion(call, held.id)) throw new Problem(postInDiscussion)
  return held
}

/** Whether others have voted for a post of the caller or commented on it. Its text then stays as it is. */
export async function isInDiscussion(call: UserCall, id: Id<'post'>): Promise<boolean> {
  const [voted, commented] = await Promise.all([
    hasVotesOfOthers(call, id, call.actor.user.id),
    hasCommentsOfOthers(call, id, call.actor.user.id),
  ])
  return voted || commented
}

/** `more` is what the event says beside the names of the members. */
export async function applyPatch(
  call: Permitted,
  held: Held,
  patch: ServerPatch,
  versions: Versions,
  more: { readonly added_tag_id?: string; readonly removed_tag_id?: string } = {},
): Promise<Post> {
  if (versions && !versions.includes(held.version)) throw new Problem(versionConflict)
  const { title, body } = readEach({
    title: () => (patch.title === undefined ? undefined : readTitle(patch.title)),
    body: () => (patch.body === undefined ? undefined : readBody(patch.body, PostBody)),
  })
  const tagIds = patch.tagIds && (await requireTags(call, patch.tagIds))
  const to = patch.statusId === undefined ? undefined : await nextStatus(call, held, patch.statusId)
  const category = patch.categoryId === undefined ? undefined : await holdCategoryForPost(call, patch.categoryId)
  const rewrites = title !== undefined || body !== undefined
  const before = await getPost(call, held.id)
  const fieldValues = patch.fields && (await newValues(call, before, category, patch.fields))
  const isSeen = await isSeenByAll(call, patch)
  if (rewrites) await keepEdit(call, held.id, nameOf(call.actor))
  await updatePost(call, held.id, {
    ...patch,
    title,
    body,
    tagIds,
    fieldValues,
    bodyHtml: body === undefined ? undefined : await renderTextAgain(call, held.id, body),
    editedAt: rewrites ? call.now : undefined,
    isNewVersion: isSeen,
  })
  if (!to || category)
    await changeStanding(call, held.id, { categoryId: category && storedId(category), touches: isSeen })
  const moved = category && category.id !== before.category.id
  await recordEvent(call, {
    type: 'post.updated',
    subject: held.id,
    post: held.id,
    data: {
      members: membersOf(patch),
      ...(rewrites && { from_version: held.version }),
      ...(moved && { from_category_id: before.category.id, to_category_id: category.id }),
      ...more,
    },
  })
  if (to) await moveTo(call, held, to)
  const changed = await getPost(call, held.id)
  if (rewrites) await relearn(call, before, changed)
  return changed
}

async function newValues(
  call: Permitted,
  { id, category }: Post,
  next: Pick<Category, 'id'> = category,
  given: NonNullable<ServerPatch['fields']>,
): Promise<StoredValues> {
  return valuesAfter(call, next.id, await valuesOf(call, id), given)
}

/** A change of nothing but the team's own fields is none for others: they see it neither as new nor as another version. */
async function isSeenByAll(call: Permitted, { fields, ...others }: ServerPatch): Promise<boolean> {
  return !fields || Object.keys(others).length > 0 || isChangeSeen(call, fields)
}

/** Words of a hidden text are not learned; words of the former text are forgotten if no other post has them. */
async function relearn(call: ProjectCall, before: Post, after: Post): Promise<void> {
  if (after.moderationState === 'approved') await learnWords(call, textOf(after))
  await noteGoneWords(call, [textOf(before)])
}

async function remove(call: Permitted, held: Held): Promise<void> {
  const text = textOf(await getPost(call, held.id))
  await markPost(call, held.id, { deletedAt: call.now })
  await changeStanding(call, held.id, { isListed: false })
  await deleteFilesAt(call, [held.id, ...(await commentIdsOf(call, [held.id]))]) // nobody can read its comments any more
  await leaveQueue(call, held.id)
  await noteGoneWords(call, [text])
  await recordEvent(call, { type: 'post.deleted', subject: held.id, post: held.id })
}
