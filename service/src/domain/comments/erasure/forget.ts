import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import { changeStanding } from '../../posts/index.ts'
import { blankComments, selectUnseenOf } from './store.ts'

/** Where somebody's comments stand that visitors cannot read. */
export async function postsOfUnseenComments(call: ProjectCall, authorId: Id<'user'>): Promise<Id<'post'>[]> {
  return (await selectUnseenOf(call, authorId)).map(({ postId }) => postId)
}

/**
 * Of somebody who is erased: what visitors can read stays; what was taken back or never public goes, and so does what the team wrote in
 * their name for itself. The posts they stand on are held. Answers with what is gone.
 */
export async function forgetUnseenComments(
  call: ProjectCall,
  authorId: Id<'user'>,
  held: ReadonlySet<Id<'post'>>,
): Promise<readonly Id<'comment'>[]> {
  const unseen = (await selectUnseenOf(call, authorId)).filter(({ postId }) => held.has(postId))
  const ids = unseen.map(({ id }) => id)
  if (ids.length > 0) await blankComments(call, ids, [...held])
  const counted = Map.groupBy(
    unseen.filter(({ isCounted }) => isCounted),
    ({ postId }) => postId,
  )
  for (const [post, gone] of counted) await changeStanding(call, post, { comments: -gone.length, touches: false })
  return ids
}
