import type { Id } from '../../foundation/ids/index.ts'
import type { Permitted } from '../call/index.ts'
import { recordEvents } from '../events/inside.ts'
import { holdWithTargets, spreadVotes } from '../posting/inside.ts'
import { type Addition, addToStandings } from '../posts/inside.ts'
import { addComments, type Discussion, type Home } from './comments.ts'
import { type Import, type Made, type Portion, portionSize } from './import.ts'
import { selectTargets } from './records-store.ts'
import { type CastVotes, castStagedVotes, type Responses, type RowRange, selectPageEnd } from './responses-store.ts'
import { selectRows } from './rows-store.ts'

/* A response is a vote or a comment. */

/** A post with more responses, or longer comments, gets them in portions of their own. */
export const RESPONSES_AT_ONCE = { responses: 2_000, characters: 500_000 } as const

export function isLarge({ votes, comments, characters }: Responses): boolean {
  return votes + comments > RESPONSES_AT_ONCE.responses || characters > RESPONSES_AT_ONCE.characters
}

/**
 * The next responses of a post that has many of them, or that is from an earlier import. A post that was deleted gets none. Answers come after all other comments, so that what they answer
 * is there.
 */
export async function addMore(
  call: Permitted,
  running: Import,
  { areAnswers }: { readonly areAnswers: boolean },
): Promise<Portion | undefined> {
  const [row] = await selectRows(call, running, 'more', running.position, 1)
  if (!row) return undefined
  const next = { position: row.place, within: 0 }
  const id = (await selectTargets<Id<'post'>>(call, [row.key])).get(row.key)
  const post = id && (await holdWithTargets(call, [id])).get(id)
  if (id === undefined || !post || post.isDeleted) return next
  const after = running.within
  const page = await selectPageEnd(
    call,
    running,
    row.key,
    { after, areAnswers },
    {
      responses: portionSize(RESPONSES_AT_ONCE.responses, running),
      characters: portionSize(RESPONSES_AT_ONCE.characters, running),
    },
  )
  if (!page) return next
  const range = { after, until: page.until, areAnswers, areNew: false }
  const { additions, made, spread } = await addResponses(
    call,
    running,
    new Map([[row.key, { id, chain: post.chain }]]),
    range,
  )
  await addToStandings(call, [...additions.values()])
  await spread()
  return { position: running.position, within: page.until, made, handled: page.count }
}

export interface Added {
  readonly additions: Map<Id<'post'>, Addition>
  readonly made: Partial<Made>
  /** Gives votes for merged posts to the posts of their chains, once the standings count the additions. */
  readonly spread: () => Promise<void>
}

/** Votes and comments of some posts, by the keys of the posts. Their standings do not count them yet. */
export async function addResponses(
  call: Permitted,
  running: Import,
  posts: ReadonlyMap<string, Home>,
  range: RowRange & { readonly areNew: boolean },
): Promise<Added> {
  if (posts.size === 0) return { additions: new Map(), made: {}, spread: async () => {} }
  const ids = new Map([...posts].map(([key, { id }]) => [key, id]))
  const chains = new Map([...posts.values()].map(({ id, chain }) => [id, chain]))
  const namesVoters = running.notifies || [...chains.values()].some((chain) => chain.length > 0)
  const cast = range.areAnswers ? [] : await castStagedVotes(call, running, ids, { ...range, namesVoters })
  const discussions = await addComments(call, running, posts, range)
  const happenings = cast.flatMap(({ postId, userIds }) =>
    userIds.map((id) => ({ type: 'vote.cast', subject: postId, post: postId, data: { user_id: id } }) as const),
  )
  if (running.notifies) await recordEvents(call, happenings, { actor: running.actor, isTold: true })
  const made = {
    votes: cast.reduce((sum, { count }) => sum + count, 0),
    comments: [...discussions.values()].reduce((sum, { all }) => sum + all, 0),
  }
  const spread = async () => {
    for (const { postId, userIds } of cast) await spreadVotes(call, postId, chains.get(postId) ?? [], userIds)
  }
  return { additions: additionsOf(cast, discussions), made, spread }
}

export const NO_RESPONSES = { votes: 0, trend: undefined, comments: 0, touchedAt: undefined }

function additionsOf(
  cast: readonly CastVotes[],
  discussions: ReadonlyMap<Id<'post'>, Discussion>,
): Map<Id<'post'>, Addition> {
  const additions = new Map<Id<'post'>, Addition>()
  for (const { postId, count, trend } of cast) additions.set(postId, { ...NO_RESPONSES, postId, votes: count, trend })
  for (const [postId, { comments, touchedAt }] of discussions) {
    additions.set(postId, { ...NO_RESPONSES, ...additions.get(postId), postId, comments, touchedAt })
  }
  return additions
}
