import type { Id } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { isPassing } from '../../foundation/storage/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { type Post, postId } from '../posts/index.ts'
import { postsByIds } from '../posts/inside.ts'
import { insertNewest } from './checks-store.ts'
import { likenessesOf } from './compare.ts'
import {
  countPairs,
  type Pair,
  type PairPlace,
  type SuggestionState,
  selectPair,
  selectPairs,
  updateState,
} from './store.ts'

/** Counts stop at this number. */
const COUNTED = 100

/** Two posts that probably say the same. */
export interface Duplicate {
  /** The post that would be merged. */
  readonly post: Post
  /** The post that would stay: the one with more votes, or the older one. */
  readonly into: Post
  /** How much they are alike, in percent. */
  readonly score: number
  readonly state: SuggestionState
  readonly foundAt: Date
}

/** The most alike first, with the beginnings of their texts. Posts that were never compared, such as imported ones, are compared soon after somebody asks. */
export async function listDuplicates(
  call: Permitted<'moderation:read'>,
  { state = 'open' }: { readonly state?: SuggestionState | undefined },
  page: PageRequest<PairPlace>,
): Promise<Page<Duplicate, PairPlace>> {
  if (page.after === undefined) await insertNewest(call).catch(unlessPassing) // the list is there also while nothing can be written
  const { items, next } = await selectPairs(call, state, page)
  return { items: await withPosts(call, items), next }
}

function unlessPassing(error: unknown): void {
  if (!isPassing(error)) throw error
}

/** How many wait, up to a hundred. */
export function countDuplicates(call: Permitted<'moderation:read'>): Promise<number> {
  return countPairs(call, COUNTED)
}

/** What both posts have in common. */
export interface Common {
  /** The words, as they were typed, that the title of each shares with that of the other: first of the one that would be merged. */
  readonly words: readonly [readonly string[], readonly string[]]
  readonly voters: number
}

/** One suggestion with whole texts. */
export async function readDuplicate(
  call: Permitted<'moderation:read'>,
  id: string,
  otherId: string,
): Promise<Duplicate & { readonly common: Common }> {
  const pair = await selectPair(call, inOrder(id, otherId))
  const [duplicate] = pair ? await withPosts(call, [pair], 'whole') : []
  if (!duplicate) throw new Problem(notFound)
  const [likeness] = await likenessesOf(call, duplicate.post, [duplicate.into])
  return { ...duplicate, common: { words: likeness?.words ?? [[], []], voters: likeness?.sharedVoters ?? 0 } }
}

/** The team says that they are not the same. The service does not suggest the pair again, also if the posts change. Repeating it changes nothing. */
export function dismissDuplicate(call: Permitted<'posts:write'>, id: string, otherId: string): Promise<Duplicate> {
  return decide(call, inOrder(id, otherId), 'dismissed')
}

/** Takes the dismissal back. */
export function reopenDuplicate(call: Permitted<'posts:write'>, id: string, otherId: string): Promise<Duplicate> {
  return decide(call, inOrder(id, otherId), 'open')
}

export async function isDismissed(call: ProjectCall, id: string, otherId: string): Promise<boolean> {
  return (await selectPair(call, inOrder(id, otherId)))?.state === 'dismissed'
}

function decide(
  call: Permitted<'posts:write'>,
  ids: readonly [Id<'post'>, Id<'post'>],
  state: SuggestionState,
): Promise<Duplicate> {
  return inTransaction(call, async (call) => {
    const isChanged = await updateState(call, ids, state)
    const pair = await selectPair(call, ids)
    const [duplicate] = pair ? await withPosts(call, [pair]) : []
    if (!duplicate) throw new Problem(notFound)
    const type = state === 'open' ? 'post.duplicate_reopened' : 'post.duplicate_dismissed'
    const [post, other] = ids
    if (isChanged) await recordEvent(call, { type, subject: other, post: other, data: { other_post_id: post } })
    return duplicate
  })
}

/** The order of the table, by their ids. */
function inOrder(id: string, otherId: string): readonly [Id<'post'>, Id<'post'>] {
  const [one, other] = [postId(id), postId(otherId)]
  return one < other ? [one, other] : [other, one]
}

async function withPosts(
  call: ProjectCall,
  pairs: readonly Pair[],
  texts: 'whole' | 'beginning' = 'beginning',
): Promise<Duplicate[]> {
  const ids = pairs.flatMap(({ postId, otherId }) => [postId, otherId])
  const posts = new Map((await postsByIds(call, [...new Set(ids)], texts)).map((post) => [post.id, post]))
  return pairs.flatMap(({ postId, otherId, score, state, foundAt }) => {
    const [older, newer] = [posts.get(postId), posts.get(otherId)]
    if (!older || !newer) return []
    const [post, into] = newer.voteCount > older.voteCount ? [older, newer] : [newer, older]
    return [{ post, into, score, state, foundAt }]
  })
}
