import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import { viewOfEverybody } from './everybody.ts'
import type { BaseKind, InsightQuery, People, PostInsight } from './insight.ts'
import { agreementOf, areTied, shareOf, type Wanted } from './intervals.ts'
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
  refuseEmptySpan(query)
  const everybody = await viewOfEverybody(call) // it also counts the accounts, whose value every view shows
  const view = isNarrow(query) ? await narrowView(call, query) : everybody
  const [{ items, next }, compared] = await Promise.all([
    selectCounted(call, view.id, query.sort, page),
    selectMostWanted(call, view.id, COMPARED),
  ])
  return { items: withShares(view, items, compared), next, people: peopleOf(call, query.base ?? 'seen', view) }
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
  return { kind, people, accounts, countedAt, isComplete: countedUntil === undefined }
}

function withShares(view: View, posts: readonly Counted[], compared: readonly Wanted[]): PostInsight[] {
  const most = Math.max(view.people, ...[...posts, ...compared].map(({ voters }) => voters)) // somebody may have come since it was counted
  const base = { ...view, people: most }
  const usual = agreementOf(base, compared)
  const shares = new Map(posts.map((post) => [post.id, shareOf(base, post, usual)]))
  return posts.map(({ squares: _, products: __, ...post }) => {
    const share = shares.get(post.id) ?? shareOf(base, { voters: 0, squares: 0, products: 0 })
    const tied = [...shares].filter(([id, other]) => id !== post.id && areTied(share, other))
    return { ...post, share, tiesWith: tied.map(([id]) => id) }
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
