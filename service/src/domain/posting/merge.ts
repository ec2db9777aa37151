import type { Id } from '../../foundation/ids/index.ts'
import { invalidRequest, notFound, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type ProjectCall, type ServerCall } from '../call.ts'
import { moveComments, moveCommentsBack } from '../comments/index.ts'
import { recordEvent } from '../events/index.ts'
import { copyFollows, removeCopiedFollows } from '../follows/index.ts'
import {
  changeStanding,
  getPost,
  type Held,
  holdPosts,
  markPost,
  type Post,
  postId,
  refuseMerged,
} from '../posts/index.ts'
import { copyVotes, removeCopiedVotes, trendOfVotes } from '../votes/index.ts'

/**
 * Sends votes, comments and followers to the other post, each person once, and leaves a sign-post. The merged post keeps its own
 * votes and followers, so that unmerging finds them; those of the target remember whom they came from.
 */
export function mergePost(call: ServerCall, id: string, intoId: string): Promise<Post> {
  const from = postId(id)
  const to = postId(intoId)
  if (from === to) {
    throw new Problem(invalidRequest, { errors: [{ pointer: '/into_post_id', detail: 'must be another post' }] })
  }
  return inTransaction(call, async (call) => {
    const [source, target] = await holdBoth(call, from, to)
    refuseMerged(source)
    refuseMerged(target)
    const votes = await copyVotes(call, from, to)
    const comments = await moveComments(call, from, to)
    await copyFollows(call, from, to)
    await markPost(call, from, { mergedIntoId: to })
    await changeStanding(call, from, { isListed: false, comments: -source.commentCount })
    await changeStanding(call, to, { votes, comments, ...(await newTrend(call, to)) })
    const data = { into_post_id: to, votes, comments }
    await recordEvent(call, { type: 'post.merged', subject: from, post: from, data })
    return getPost(call, to)
  })
}

/** Both are again as if they had not been merged, with what was said and voted on the target meanwhile left there. */
export function unmergePost(call: ServerCall, id: string): Promise<Post> {
  const from = postId(id)
  return inTransaction(call, async (call) => {
    const to = (await getPost(call, id)).mergedIntoId
    if (!to) throw new Problem(notFound, { detail: 'This post is not merged into another one.' })
    const [source, target] = await holdBoth(call, from, to)
    if (source.mergedIntoId !== to) throw new Problem(notFound, { detail: 'This post is not merged into another one.' })
    refuseMerged(target) // what came from here went on with it; that merge is undone first
    const votes = await removeCopiedVotes(call, from, to)
    const comments = await moveCommentsBack(call, from, to)
    await removeCopiedFollows(call, from, to)
    await markPost(call, from, { mergedIntoId: null })
    await changeStanding(call, from, { isListed: source.moderationState === 'approved', comments })
    await changeStanding(call, to, { votes: -votes, comments: -comments, ...(await newTrend(call, to)) })
    await recordEvent(call, {
      type: 'post.unmerged',
      subject: from,
      post: from,
      data: { from_post_id: to, votes, comments },
    })
    return getPost(call, from)
  })
}

async function holdBoth(call: ProjectCall, from: Id<'post'>, to: Id<'post'>): Promise<[Held, Held]> {
  const held = await holdPosts(call, [from, to])
  const source = held.get(from)
  const target = held.get(to)
  if (!source || !target) throw new Problem(notFound)
  return [source, target]
}

async function newTrend(call: ProjectCall, id: Id<'post'>): Promise<{ trend?: number }> {
  const trend = await trendOfVotes(call, id)
  return trend === undefined ? {} : { trend }
}
