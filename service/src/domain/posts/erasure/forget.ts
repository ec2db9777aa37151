import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import { noteGoneWords } from '../../search/inside.ts'
import { blankPosts, deleteEditsOf, selectUnseenOf, type UnseenPost } from './store.ts'

/** Posts of somebody that only they and the team can read. */
export async function unseenPostsOf(call: ProjectCall, authorId: Id<'user'>): Promise<Id<'post'>[]> {
  return (await selectUnseenOf(call, authorId)).map(({ id }) => id)
}

/**
 * Erases a user's posts: public ones stay; deleted ones, those that were never public, and earlier versions are
 * removed. The caller has locked the posts. Returns those that were removed.
 */
export async function forgetUnseenPosts(
  call: ProjectCall,
  authorId: Id<'user'>,
  held: ReadonlySet<Id<'post'>>,
): Promise<readonly UnseenPost[]> {
  const unseen = (await selectUnseenOf(call, authorId)).filter(({ id }) => held.has(id))
  const ids = unseen.map(({ id }) => id)
  if (ids.length > 0) await blankPosts(call, ids)
  const before = await deleteEditsOf(call, authorId)
  await noteGoneWords(call, [...unseen.map(({ text }) => text), ...before])
  return unseen
}
