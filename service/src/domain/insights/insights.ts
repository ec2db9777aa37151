import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { invalidRequest, notFound, Problem } from '../../foundation/problems/index.ts'
import { isStorable } from '../../foundation/storage/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import { countPortion } from './follow.ts'
import type { Account, InsightQuery, People, PostInsight } from './insight.ts'
import { areTied, shareOf } from './intervals.ts'
import {
  type AccountPlace,
  type Counted,
  type InsightPlace,
  selectAccount,
  selectAccounts,
  selectCounted,
} from './list-store.ts'
import { deleteNarrowViews, EVERYBODY, insertView, restartCount, selectView, type View } from './store.ts'
import { narrowView } from './views.ts'

/** The first time somebody looks, so many portions are counted at once: enough for a small project. */
const FIRST_PORTIONS = 6
/** That somebody asked is noted at most once in this time. */
const NOTED_EVERY_MS = 60_000

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
  const { items, next } = await selectCounted(call, view.id, query.sort, page)
  return { items: withTies(withShares(view, items)), next, people: peopleOf(call, view) }
}

/** A post as insights count it, before it is compared with others. */
export type PostNumbers = Omit<PostInsight, 'tiesWith'>

/** The first posts of an order. `hasMore`: there are others after them. */
export async function firstPosts(
  call: ProjectCall,
  query: InsightQuery,
  most: number,
): Promise<{ readonly posts: readonly PostNumbers[]; readonly people: People; readonly hasMore: boolean }> {
  const view = await viewFor(call, query)
  const { items, next } = await selectCounted(call, view.id, query.sort, { limit: most, after: undefined })
  return { posts: withShares(view, items), people: peopleOf(call, view), hasMore: next !== undefined }
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

function isNarrow({ segment, from, to }: InsightQuery): boolean {
  return segment !== undefined || from !== undefined || to !== undefined
}

async function viewOfEverybody(call: ProjectCall): Promise<View> {
  const kept = await selectView(call, EVERYBODY)
  if (kept && call.now.getTime() - kept.askedAt.getTime() < NOTED_EVERY_MS) return kept
  await insertView(call, {
    id: EVERYBODY,
    segmentId: undefined,
    since: undefined,
    until: undefined,
    countedUntil: '', // of a view that is there it stays
  })
  for (let portion = 0; !kept && portion < FIRST_PORTIONS; portion += 1) await countPortion(call)
  const view = await selectView(call, EVERYBODY)
  if (!view) throw new Problem(notFound) // the project is gone
  return view
}

function peopleOf({ now }: ProjectCall, view: View): People {
  const { people, accounts, countedAt = now, countedUntil } = view
  return { people, accounts, countedAt, isComplete: countedUntil === undefined }
}

function withShares(view: View, posts: readonly Counted[]): PostNumbers[] {
  const most = posts.reduce((most, { voters }) => Math.max(most, voters), view.people)
  const base = { ...view, people: most } // somebody may have come since it was counted
  return posts.map(({ squares, products, ...post }) => ({
    ...post,
    share: shareOf(base, { voters: post.voters, squares, products }),
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

/** The most valuable first. */
export async function listAccounts(
  call: Permitted<'insights:read'>,
  page: PageRequest<AccountPlace>,
): Promise<Page<Account, AccountPlace>> {
  await viewOfEverybody(call)
  return selectAccounts(call, page)
}

/** Takes any text. */
export async function readAccount(call: Permitted<'insights:read'>, name: string): Promise<Account> {
  await viewOfEverybody(call)
  const account = isStorable(name) ? await selectAccount(call, name) : undefined
  if (!account) throw new Problem(notFound, { detail: 'Nobody in this project belongs to such an account.' })
  return account
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
