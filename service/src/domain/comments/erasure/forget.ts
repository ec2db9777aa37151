import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import { changeStanding } from '../../posts/inside.ts'
import { blankComments, selectUnseenOf, type UnseenComment } from './store.ts'

/** The posts that hold comments of this user which visitors cannot read. */
export async function postsOfUnseenComments(call: ProjectCall, authorId: Id<'user'>): Promise<Id<'post'>[]> {
  return (await selectUnseenOf(call, authorId)).map(({ postId }) => postId)
}

/**
 * Erases a user's comments: public ones stay; deleted ones and those that were never public are removed, and so are
 * internal comments in the user's name. The caller has locked their posts. Returns what was removed.
 */
export async function forgetUnseenComments(
  call: ProjectCall,
  authorId: Id<'user'>,
  held: ReadonlySet<Id<'post'>>,
): Promise<readonly UnseenComment[]> {
  const unseen = (await selectUnseenOf(call, authorId)).filter(({ postId }) => held.has(postId))
  const ids = unseen.map(({ id }) => id)
  if (ids.length > 0) await blankComments(call, ids, [...held])
  const counted = Map.groupBy(
    unseen.filter(({ isCounted }) => isCounted),
    ({ postId }) => postId,
  )
  for (const [post, gone] of counted) await changeStanding(call, post, { comments: -gone.length, touches: false })
  return unseen
}
