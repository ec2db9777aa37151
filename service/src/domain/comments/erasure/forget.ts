import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call.ts'
import { holdPosts } from '../../posts/index.ts'
import { blankComments, selectUnseenOf } from './store.ts'

/** A merge may take a comment elsewhere while we wait for its post; then the other post is held too. */
const MOST_ROUNDS = 3

/** Of somebody who is erased: what visitors can read stays; what was taken back or never public goes. Answers with what is gone. */
export async function forgetUnseenComments(call: ProjectCall, authorId: Id<'user'>): Promise<readonly Id<'comment'>[]> {
  const gone = new Set<Id<'comment'>>()
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const unseen = await selectUnseenOf(call, authorId)
    if (unseen.length === 0) break
    const ids = unseen.map(({ id }) => id)
    const postIds = [...new Set(unseen.map(({ postId }) => postId))]
    await holdPosts(call, postIds)
    await blankComments(call, ids, postIds)
    for (const id of ids) gone.add(id)
  }
  return [...gone]
}
