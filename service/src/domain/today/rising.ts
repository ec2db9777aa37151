import type { Permitted } from '../call/index.ts'
import { listPosts, type Post } from '../posts/index.ts'
import { isVotingClosed } from '../statuses/index.ts'
import { BAR_DAYS, votesByDay } from './votes-by-day.ts'

/** So many posts with the highest trend are checked. */
const LOOKED_AT = 30
/** Fewer votes than this in a week can be chance. */
const LEAST = 3

/** Open posts that got more votes in the last seven days than in the seven before; the most votes first. */
export async function risingPosts(call: Permitted<'moderation:read'>): Promise<Post[]> {
  const { items } = await listPosts(call, {}, 'trending', { limit: LOOKED_AT, after: undefined }, 'beginning')
  const open = items.filter(({ status }) => !isVotingClosed(status.category))
  const votes = await votesByDay(
    call,
    open.map(({ id }) => id),
    BAR_DAYS * 2,
  )
  const ranked = open.flatMap((post) => {
    const days = votes.get(post.id) ?? []
    const [before, now] = [sum(days.slice(0, BAR_DAYS)), sum(days.slice(BAR_DAYS))]
    return now >= LEAST && now > before ? [{ post, now }] : []
  })
  return ranked.sort((one, other) => other.now - one.now).map(({ post }) => post)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
