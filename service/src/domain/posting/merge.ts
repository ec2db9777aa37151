import type { Id } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { moveComments } from '../comments/inside.ts'
import { recordEvent } from '../events/inside.ts'
import { copyFollows } from '../follows/inside.ts'
import { getPost, type Held, type Post, postId, refuseMerged } from '../posts/index.ts'
import { changeStanding, holdPosts, markPost } from '../posts/inside.ts'
import { copyVotes, trendOfVotes } from '../votes/inside.ts'
import { moveBack } from './move-back.ts'
import { faultyTarget } from './target.ts'

/**
 * Moves votes, comments and followers to the other post, each person once. The merged post stays and points there. It
 * keeps its own votes and followers for an unmerge; the target's copies record where they came from.
 */
export function mergePost(call: Permitted<'posts:write'>, id: string, intoId: string): Promise<Post> {
  const from = postId(id)
  const to = postId(intoId)
  if (from === to) throw faultyTarget('itself')
  return inTransaction(call, async (call) => {
    const held = await holdPosts(call, [from, to])
    const source = requireFound(held.get(from))
    const target = requireFound(held.get(to))
    refuseMerged(source)
    refuseMerged(target)
    if (!target.isListed) throw faultyTarget('hidden')
    const { votes, comments } = await moveAll(call, source, to)
    const data = { into_post_id: to, votes, comments }
    await recordEvent(call, { type: 'post.merged', subject: from, post: from, data })
    await recordTarget(call, to, { merged_post_id: from })
    return getPost(call, to)
  })
}

/** Both posts are locked. `leavesVotes`: the votes are copied later. */
export async function moveAll(
  call: ProjectCall,
  source: Held,
  to: Id<'post'>,
  { leavesVotes = false }: { readonly leavesVotes?: boolean } = {},
): Promise<{ votes: number; comments: number }> {
  const from = source.id
  const votes = leavesVotes ? 0 : await copyVotes(call, from, to)
  const comments = await moveComments(call, from, to)
  await copyFollows(call, from, to)
  await markPost(call, from, { mergedIntoId: to })
  await changeStanding(call, from, { isListed: false, comments: -source.commentCount })
  await changeStanding(call, to, { votes, comments, trend: await trendOfVotes(call, to) })
  return { votes, comments }
}

/**
 * Undoes a merge. Votes and comments that the target got since then stay there; answers to comments that came from here
 * move back with them. Works even if the target was deleted.
 */
export function unmergePost(call: Permitted<'posts:write'>, id: string): Promise<Post> {
  const from = postId(id)
  return inTransaction(call, async (call) => {
    const to = requireFound((await getPost(call, id)).mergedIntoId, NOT_MERGED)
    const held = await holdPosts(call, [from, to])
    const source = requireFound(held.get(from))
    if (source.mergedIntoId !== to) throw new Problem(notFound, { detail: NOT_MERGED })
    const target = held.get(to)
    if (target) refuseMerged(target) // the target was merged further, so that merge must be undone first
    const isListed = source.moderationState === 'approved'
    const { votes, comments } = await moveBack(call, from, [to], { isListed, touches: true })
    const data = { from_post_id: to, votes, comments }
    await recordEvent(call, { type: 'post.unmerged', subject: from, post: from, data })
    if (target) await recordTarget(call, to, { unmerged_post_id: from })
    return getPost(call, from)
  })
}

const NOT_MERGED = 'This post is not merged into another one.'

/** The history of the target must also explain why its numbers changed. */
function recordTarget(
  call: ProjectCall,
  target: Id<'post'>,
  other: { merged_post_id: string } | { unmerged_post_id: string },
): Promise<void> {
  const data = { members: ['vote_count', 'comment_count'], ...other }
  return recordEvent(call, { type: 'post.updated', subject: target, post: target, data })
}

function requireFound<Value extends Held | Id<'post'>>(value: Value | undefined, detail?: string): Value {
  if (value === undefined) throw new Problem(notFound, detail === undefined ? {} : { detail })
  return value
}
