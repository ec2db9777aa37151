import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call.ts'
import { forgetWords } from '../../search/index.ts'
import { holdPosts } from '../standing/store.ts'
import { blankPosts, deleteEditsOf, selectUnseenOf } from './store.ts'

/**
 * Of somebody who is erased: what is public stays readable; what they took back, what was never public and what a text said before goes.
 * Answers with the posts that are gone.
 */
export async function forgetUnseenPosts(call: ProjectCall, authorId: Id<'user'>): Promise<readonly Id<'post'>[]> {
  const unseen = await selectUnseenOf(call, authorId)
  const ids = unseen.map(({ id }) => id)
  if (ids.length > 0) {
    await holdPosts(call, ids)
    await blankPosts(call, ids)
  }
  const before = await deleteEditsOf(call, authorId)
  await forgetWords(call, [...unseen.map(({ text }) => text), ...before])
  return ids
}
