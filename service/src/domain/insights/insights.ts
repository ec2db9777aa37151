import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import { segmentById } from '../segments/inside.ts'
import { viewOfEverybody } from './everybody.ts'
import { selectGains } from './gains-store.ts'
import {
  type BaseKind,
  type Gained,
  type InsightQuery,
  NOTHING_GAINED,
  type People,
  type PostInsight,
} from './insight.ts'
import { agreementOf, areFew, areTied, shareOf, type Wanted } from './intervals.ts'
import { type Counted, type InsightPlace, selectCounted, selectMostWanted } from './list-store.ts'
import { deleteNarrowViews, restartCount, type View } from './store.ts'
import { narrowView } from './views.ts'

/** From so many posts of a view it is known how much people of one account agree. */
const COMPARED = 200

export interface Insights extends Page<PostInsight, InsightPlace> {
  readonly people: People
}

/** What the people of a segment want, or everybody, in a span of time or ever. */
export async function readInsights(
  call: Permitted<'insights:read'>,
  query: InsightQuery,
  page: PageRequest<InsightPlace>,
): Promise<Insights> {
  const view = await viewFor(call, query)
  const { items, next } = await countedPosts(call, view, query, page)
  return {
    items: await withGains(call, withTies(items), query),
    next,
    people: peopleOf(call, query.base ?? 'seen', view),
  }
}

/** What these posts gained since then, by the people of the segment or by everybody. Posts that gained nothing are left out. */
export async function gainsOf(
  call: ProjectCall,
  posts: readonly Pick<PostInsight, 'id'>[],
  since: Date,
  segment: string | undefined,
): Promise<ReadonlyMap<string, Gained>> {
  const rules = segment === undefined ? undefined : (await segmentById(call, segment)).rules
  const ids = posts.map(({ id }) => id)
  return selectGains(call, ids, since, rules)
}

async function withGains(
  call: ProjectCall,
  posts: readonly PostInsight[],
  { gainedSince, segment }: InsightQuery,
): Promise<readonly PostInsight[]> {
  if (gainedSince === undefined) return posts
  const gains = await gainsOf(call, posts, gainedSince, segment)
  return posts.map((post) => ({ ...post, gained: gains.get(post.id) ?? NOTHING_GAINED }))
}

/** A post as insights count it, before it is compared with others. */
export type PostNumbers = Omit<PostInsight, 'tiesWith' | 'gained'>

/** The first posts of an order. `hasMore`: there are others after them. */
export async function firstPosts(
  call: ProjectCall,
  query: InsightQuery,
  most: number,
): Promise<{ readonly posts: readonly PostNumbers[]; readonly people: People; readonly hasMore: boolean }> {
  const view = await viewFor(call, query)
  const { items, next } = await countedPosts(call, view, query, { limit: most, after: undefined })
  return { posts: items, people: peopleOf(call, query.base ?? 'seen', view), hasMore: next !== undefined }
}

async function countedPosts(
  call: ProjectCall,
  view: View,
  { sort }: InsightQuery,
  page: PageRequest<InsightPlace>,
): Promise<Page<PostNumbers, InsightPlace>> {
  const [{ items, next }, compared] = await Promise.all([
    selectCounted(call, view.id, sort, page),
    selectMostWanted(call, view.id, COMPARED),
  ])
  return { items: withShares(view, items, compared), next }
}

async function viewFor(call: ProjectCall, query: InsightQuery): Promise<View> {
  refuseEmptySpan(query)
  const everybody = await viewOfEverybody(call) // it also counts the accounts, whose value every view shows
  return isNarrow(query) ? narrowView(call, query) : everybody
}

function refuseEmptySpan({ from, to }: InsightQuery): void {
  if (!from || !to || from < to) return
  const detail = 'must be after `from`'
  throw new Problem(invalidRequest, { detail: `to ${detail}`, errors: [{ pointer: '/to', detail }] })
}

function isNarrow({ base, segment, from, to }: InsightQuery): boolean {
  return base === 'active' || segment !== undefined || from !== undefined || to !== undefined
}

function peopleOf({ now }: ProjectCall, kind: BaseKind, view: View): People {
  const { people, accounts, countedAt = now, countedUntil } = view
  return { kind, people, accounts, countedAt, isComplete: countedUntil === undefined, areFew: areFew(view) }
}

function withShares(view: View, posts: readonly Counted[], compared: readonly Wanted[]): PostNumbers[] {
  const most = [...posts, ...compared].reduce((most, { voters }) => Math.max(most, voters), view.people)
  const base = { ...view, people: most } // somebody may have come since it was counted
  const usual = agreementOf(base, compared)
  return posts.map(({ squares, products, ...post }) => ({
    ...post,
    share: shareOf(base, { voters: post.voters, squares, products }, usual),
  }))
}

/** Each with the others whose share differs by no more than chance. */
export function withTies<Post extends Pick<PostInsight, 'id' | 'share'>>(
  posts: readonly Post[],
): (Post & Pick<PostInsight, 'tiesWith'>)[] {
  return posts.map((post) => {
    const tied = posts.filter(({ id, share }) => id !== post.id && areTied(post.share, share))
    return { ...post, tiesWith: tied.map(({ id }) => id) }
  })
}

/** After another trait was named: all posts and accounts are counted anew. */
export async function countAnew(call: ProjectCall): Promise<void> {
  await restartCount(call)
  await deleteNarrowViews(call)
}

/** Somebody who was erased leaves every number. The numbers of everybody follow within a moment. */
export function forgetNarrowViews(call: ProjectCall): Promise<void> {
  return deleteNarrowViews(call)
}
