import { Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type UserCall } from '../call/index.ts'
import { refuseMerged } from '../posts/index.ts'
import { holdPost } from '../posts/inside.ts'
import { sessionEnded } from '../sessions/index.ts'
import { holdWriter } from '../users/inside.ts'
import { deleteFollow, insertFollow } from './store.ts'

/** Followers are notified when the post changes. Locks the post, so that a concurrent merge either moves the follower or runs first. */
export function followPost(call: UserCall, post: string): Promise<void> {
  return inTransaction(call, async (call) => {
    if (!(await holdWriter(call, call.actor.user.id, false))) throw new Problem(sessionEnded)
    const held = await holdPost(call, post)
    refuseMerged(held)
    await insertFollow(call, held.id, call.actor.user.id)
  })
}

export function unfollowPost(call: UserCall, post: string): Promise<void> {
  return inTransaction(call, async (call) => {
    const held = await holdPost(call, post)
    refuseMerged(held)
    await deleteFollow(call, held.id, call.actor.user.id)
  })
}
