import type { Id } from '../../foundation/ids/index.ts'
import { type ActorName, inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { recordEvents } from '../events/inside.ts'
import { changeStanding, holdPosts, type Place, placesOf } from '../posts/inside.ts'
import { copyVotesOf, trendOfVotes } from '../votes/inside.ts'
import { moveAll } from './merge.ts'
import { moveBack } from './move-back.ts'

/* What an import does to merged posts, and its undo. */

interface Told {
  readonly actor: ActorName
  /** False: no reader of the log gets it. */
  readonly isTold: boolean
}

/** Merges as `mergePost` does. False where one of the posts is merged already, or is not public. */
export function mergeQuietly(
  call: Permitted<'posts:write'>,
  from: Id<'post'>,
  to: Id<'post'>,
  told: Told,
): Promise<boolean> {
  return inTransaction(call, async (call) => {
    const held = await holdPosts(call, [from, to])
    const source = held.get(from)
    if (!source?.isListed || !held.get(to)?.isListed) return false
    const data = { into_post_id: to, ...(await moveAll(call, source, to)) }
    await recordEvents(call, [{ type: 'post.merged', subject: from, post: from, data }], told)
    return true
  })
}

/** Undoes a merge, also one whose target was merged further or deleted. Does nothing to a post that is not merged. */
export async function unmergeQuietly(call: Permitted<'posts:write'>, id: Id<'post'>, told: Told): Promise<void> {
  const place = (await holdPlaces(call, [id])).get(id)
  const [to, ...further] = place?.chain ?? []
  if (!place || !to) return
  const state = { isListed: place.isApproved && !place.isDeleted, touches: false }
  const data = { from_post_id: to, ...(await moveBack(call, id, [to, ...further], state)) }
  await recordEvents(call, [{ type: 'post.unmerged', subject: id, post: id, data }], told)
}

/** Locks posts and those that they were merged into. A merge may add to these while we wait, so it looks again. */
export async function holdPlaces(
  call: ProjectCall,
  ids: readonly Id<'post'>[],
): Promise<ReadonlyMap<Id<'post'>, Place>> {
  const held = new Set<Id<'post'>>()
  for (;;) {
    const places = await placesOf(call, ids)
    const all = [...places].flatMap(([id, { chain }]) => [id, ...chain])
    if (all.every((id) => held.has(id))) return places
    await holdPosts(call, [...new Set(all)])
    for (const id of all) held.add(id)
  }
}

/** Gives votes that were just cast for a merged post to the posts of its chain. All of them are locked. */
export async function spreadVotes(
  call: ProjectCall,
  post: Id<'post'>,
  chain: readonly Id<'post'>[],
  voters: readonly Id<'user'>[],
): Promise<void> {
  let [from, users] = [post, voters]
  for (const to of chain) {
    users = await copyVotesOf(call, from, to, users)
    if (users.length === 0) return
    await changeStanding(call, to, { votes: users.length, trend: await trendOfVotes(call, to), touches: false })
    from = to
  }
}
