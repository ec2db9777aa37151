import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { moveCommentsBack } from '../comments/inside.ts'
import { removeCopiedFollows, removeStaleFollows } from '../follows/inside.ts'
import { changeStanding, markPost } from '../posts/inside.ts'
import { removeCopiedVotes, removeStaleVotes, trendOfVotes } from '../votes/inside.ts'

/** The post that another one was merged into, the one that this was merged into, and so on. */
export type Chain = readonly [Id<'post'>, ...Id<'post'>[]]

/** Takes a post out of its merge, with what it brought to every post of the chain. All of them are locked. */
export async function moveBack(
  call: ProjectCall,
  from: Id<'post'>,
  chain: Chain,
  { isListed, touches }: { readonly isListed: boolean; readonly touches: boolean },
): Promise<{ votes: number; comments: number }> {
  const [to] = chain
  await markPost(call, from, { mergedIntoId: null })
  const { lost: votes } = await removeCopiedVotes(call, from, to)
  const comments = await moveCommentsBack(call, from, chain)
  await removeCopiedFollows(call, from, to)
  await changeStanding(call, from, { isListed, comments, touches })
  const [isEnd, trend] = [chain.length === 1, await trendOfVotes(call, to)]
  await changeStanding(call, to, { votes: -votes, comments: isEnd ? -comments : 0, trend, touches })
  await settleCopies(call, chain)
  if (!isEnd) await changeStanding(call, chain.at(-1) ?? to, { comments: -comments, touches })
  return { votes, comments }
}

/** Removes the copies of votes and follows that the first post of the chain has lost. All of them are locked. */
export async function settleCopies(call: ProjectCall, chain: readonly Id<'post'>[]): Promise<void> {
  for (const [place, to] of chain.entries()) {
    const from = chain[place - 1]
    if (from === undefined) continue
    const { lost, replaced } = await removeStaleVotes(call, from, to)
    await removeStaleFollows(call, from, to)
    if (lost + replaced === 0) continue
    await changeStanding(call, to, { votes: -lost, trend: await trendOfVotes(call, to), touches: false })
  }
}
