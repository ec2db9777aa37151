import type { Id } from '../../foundation/ids/index.ts'
import { type ActorName, inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { recordEvents } from '../events/inside.ts'
import { copyFollows } from '../follows/inside.ts'
import { changeStanding, holdPosts, holdPostsOf, type MergeState, mergeStatesOf } from '../posts/inside.ts'
import { copyVotesOf, countUncopied, trendOfVotes } from '../votes/inside.ts'
import { moveAll } from './merge.ts'
import { moveBack } from './move-back.ts'

/* What an import does to merged posts, and its undo. */

interface Told {
  readonly actor: ActorName
  /** False: no reader of the log gets it. */
  readonly isTold: boolean
}

export interface QuietMerge {
  /** How much was moved. */
  readonly rows: number
  /** The post has so many votes that they are still to be copied: see `spreadVotes`. */
  readonly leavesVotes: boolean
}

/**
 * Merges as `mergePost` does, but copies no votes if there are more than `mostVotes`. Undefined where one of the posts is merged already, or is not
 * public. Whoever merges several posts has locked all of them before.
 */
export function mergeQuietly(
  call: Permitted<'posts:write'>,
  from: Id<'post'>,
  to: Id<'post'>,
  { mostVotes, ...told }: Told & { readonly mostVotes: number },
): Promise<QuietMerge | undefined> {
  return inTransaction(call, async (call) => {
    const held = await holdPosts(call, [from, to])
    const source = held.get(from)
    if (!source?.isListed || !held.get(to)?.isListed) return undefined
    const leavesVotes = source.voteCount > mostVotes
    const coming = leavesVotes ? await countUncopied(call, from, to) : 0
    const { votes, comments } = await moveAll(call, source, to, { leavesVotes })
    const data = { into_post_id: to, votes: votes + coming, comments }
    await recordEvents(call, [{ type: 'post.merged', subject: from, post: from, data }], told)
    return { rows: votes + comments, leavesVotes }
  })
}

/**
 * Undoes a merge, also one whose target was merged further or deleted. Does nothing to a post that is not merged. The post and those that it was merged
 * into are locked.
 */
export async function unmergeQuietly(call: Permitted<'posts:write'>, id: Id<'post'>, told: Told): Promise<void> {
  const state = (await mergeStatesOf(call, [id])).get(id)
  const [to, ...further] = state?.chain ?? []
  if (!state || !to) return
  const isListed = state.isApproved && !state.isDeleted
  const data = { from_post_id: to, ...(await moveBack(call, id, [to, ...further], { isListed, touches: false })) }
  await recordEvents(call, [{ type: 'post.unmerged', subject: id, post: id, data }], told)
}

/** Locks posts and those that they were merged into. */
export async function holdWithTargets(
  call: ProjectCall,
  ids: readonly Id<'post'>[],
): Promise<ReadonlyMap<Id<'post'>, MergeState>> {
  if (ids.length === 0) return new Map()
  const { found } = await holdPostsOf(
    call,
    () => mergeStatesOf(call, ids),
    (states) => [...states].flatMap(([id, { chain }]) => [id, ...chain]),
  )
  return found
}

/** Gives votes for a merged post, which were just cast or are still to be copied, to the posts of its chain. All of them are locked. */
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

/** Gives follows of a merged post, which were just added, to the posts of its chain. All of them are locked. */
export async function spreadFollows(
  call: ProjectCall,
  post: Id<'post'>,
  chain: readonly Id<'post'>[],
  followers: readonly Id<'user'>[],
): Promise<void> {
  let from = post
  for (const to of chain) {
    await copyFollows(call, from, to, followers)
    from = to
  }
}
