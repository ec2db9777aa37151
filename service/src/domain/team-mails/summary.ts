import { openMemory } from '../../foundation/memory/index.ts'
import type { Permitted } from '../call/index.ts'
import { nextDigest } from '../mails/inside.ts'
import { type InboxCounts, inboxCounts } from '../moderation/index.ts'
import { countSpan, type SpanCounts } from '../numbers/inside.ts'
import { listPosts, type Post } from '../posts/index.ts'
import { postsByIds } from '../posts/inside.ts'
import { selectMoved } from './store.ts'

const MOST_POSTS = 5
/** How long what was read for one operator is told to others. */
const SHARED_MS = 10_000
const MOST_SHARED = 200
/** Longer than the longest day, which has 25 hours, and shorter than two short ones. */
const BEFORE_MS = 26 * 60 * 60 * 1000

/** A day of a project. */
export interface Summary extends SpanCounts {
  readonly from: Date
  readonly to: Date
  /** What waits for the team now. */
  readonly waiting: InboxCounts
  /** The newest of the day. */
  readonly newPosts: readonly Post[]
  /** Those whose status was changed, as they are now. */
  readonly moved: readonly Post[]
}

export type ReadSummary = typeof readSummary

/** Everybody in a team gets the same summary at the same hour, so it is read once for all of them. */
export function shareSummaries(): ReadSummary {
  const shared = openMemory<Promise<Summary | undefined>>({ most: MOST_SHARED, freshMs: SHARED_MS })
  return (call, to) => {
    const name = `${call.project.id} ${to.toISOString()}`
    const known = shared.fresh(name)
    if (known) return known
    const summary = readSummary(call, to)
    shared.set(name, summary)
    summary.catch(() => shared.forget(name))
    return summary
  }
}

/** The day that ended at this moment, which is eight o'clock by the clocks of the project. Undefined: nothing happened. */
export async function readSummary(
  call: Permitted<'moderation:read' | 'posts:read'>,
  to: Date,
): Promise<Summary | undefined> {
  const from = nextDigest(new Date(to.getTime() - BEFORE_MS), call.project.timeZone)
  const [counts, waiting, newest, moved] = await Promise.all([
    countSpan(call, from, to),
    inboxCounts(call),
    listPosts(call, { createdAfter: from }, 'new', { limit: 2 * MOST_POSTS, after: undefined }, 'beginning'),
    selectMoved(call, from, to, 2 * MOST_POSTS),
  ])
  const posts = new Map((await postsByIds(call, moved, 'beginning')).map((post) => [post.id, post]))
  const listed = moved.flatMap((id) => {
    const post = posts.get(id)
    return post?.moderationState === 'approved' && !post.mergedIntoId ? [post] : []
  })
  if (counts.posts + counts.votes + counts.comments + listed.length === 0) return undefined
  return {
    ...counts,
    from,
    to,
    waiting,
    newPosts: newest.items.filter(({ createdAt }) => createdAt < to).slice(0, MOST_POSTS),
    moved: listed.slice(0, MOST_POSTS),
  }
}
