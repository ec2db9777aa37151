import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import type { Permitted, Project, ProjectCall } from '../call/index.ts'
import type { Field } from '../fields/index.ts'
import { type InsightSort, NOTHING_GAINED, type People } from '../insights/index.ts'
import { firstPosts, gainsOf, type PostNumbers, withTies } from '../insights/inside.ts'
import {
  type Change,
  COUNTED,
  type DecisionPost,
  type DecisionQuery,
  EFFORT,
  isSmallestFirst,
  type Measure,
  measureOf,
  type RankedPost,
} from './decision.ts'
import { listEstimates } from './estimates.ts'
import { type Details, selectDetails, selectStatusChanges } from './list-store.ts'

/** So many posts are looked at: the first ones by the counted order that is nearest to the one that is asked for. */
export const MOST_RANKED = 1_000
const DAY_MS = 24 * 60 * 60 * 1000
export const CHANGED_DAYS = 30
/** Less is no estimate. */
const LEAST_EFFORT = 1e-9

export interface Ranking {
  /** All that fit, in order. */
  readonly posts: readonly RankedPost[]
  readonly people: People
  /** The numbers that the team estimates, by position. */
  readonly estimates: readonly Field[]
  /** Whether the project has more posts than were looked at. */
  readonly isCut: boolean
}

/** The place of the post after which the next page continues. */
export interface RankedPlace {
  readonly value: number | null
  readonly id: string
}

/** Posts by a number: what is counted of them, or what the team has estimated. Posts without that number come last. */
export async function rankPosts(call: Permitted<'insights:read'>, query: DecisionQuery): Promise<Ranking> {
  const estimates = await listEstimates(call)
  const { segment, from, statuses, category } = query
  const first = await firstPosts(call, { sort: nearest(call.project, query.sort), segment, from }, MOST_RANKED)
  const found = await selectDetails(
    call,
    first.posts.map(({ id }) => id),
    estimates.map(({ id }) => id),
  )
  const hasValue = isValueKnown(call.project)
  const posts = first.posts
    .flatMap((post) => {
      const details = found.get(post.id)
      return details ? [toRanked(post, details, estimates, hasValue)] : []
    })
    .filter(({ statusId }) => statuses === undefined || statuses.includes(statusId))
    .filter(({ categoryId }) => category === undefined || categoryId === category)
    .sort(inOrder(query.sort))
  return { posts, people: first.people, estimates, isCut: first.hasMore }
}

/** A page of a ranking, with what only a page is asked about: ties, and what changed. */
export async function readRanked(
  call: Permitted<'insights:read'>,
  { posts }: Ranking,
  query: DecisionQuery,
  { limit, after }: PageRequest<RankedPlace>,
): Promise<Page<DecisionPost, RankedPlace>> {
  const left = after ? posts.filter((post) => isAfter(query.sort, post, after)) : posts
  const shown = left.slice(0, limit)
  const last = shown.at(-1)
  const changes = await changesOf(call, shown, query.segment)
  const items = withTies(shown).map((post) => ({ ...post, change: changes.get(post.id) ?? NO_CHANGE }))
  return { items, next: last && left.length > limit ? placeOf(query.sort, last) : undefined }
}

const NO_CHANGE: Change = { gained: NOTHING_GAINED }

async function changesOf(
  call: ProjectCall,
  posts: readonly RankedPost[],
  segmentId: string | undefined,
): Promise<Map<string, Change>> {
  const since = new Date(call.now.getTime() - CHANGED_DAYS * DAY_MS)
  const ids = posts.map(({ id }) => id)
  const [gains, statuses] = await Promise.all([
    gainsOf(call, posts, since, segmentId),
    selectStatusChanges(call, ids, since),
  ])
  return new Map(
    ids.map((id) => {
      const status = statuses.get(id)
      const gained = gains.get(id) ?? NOTHING_GAINED
      return [id, { gained, ...(status && status.from !== status.to && { status }) }]
    }),
  )
}

/** Whether accounts have a value in this project. */
export function isValueKnown({ accountTrait, valueTrait }: Project): boolean {
  return accountTrait !== undefined && valueTrait !== undefined
}

/** The counted order whose first posts are looked at. */
function nearest(project: Project, sort: Measure): InsightSort {
  return COUNTED.find((one) => one === sort) ?? (isValueKnown(project) ? 'value' : 'votes')
}

function toRanked(
  post: PostNumbers,
  { categoryId, values }: Details,
  estimates: readonly Field[],
  hasValue: boolean,
): RankedPost {
  const known = estimates.flatMap(({ id, key }) => {
    const value = values[id]
    return typeof value === 'number' ? [[key, value] as const] : []
  })
  const numbers = Object.fromEntries(known)
  return { ...post, categoryId, numbers, byEffort: gainBy(numbers[EFFORT], hasValue ? post.value : post.voters) }
}

/** Undefined also if the effort is nearly nothing: what comes out could be neither drawn nor continued after. */
function gainBy(effort: number | undefined, gain: number): number | undefined {
  return effort !== undefined && effort >= LEAST_EFFORT ? gain / effort : undefined
}

function placeOf(sort: Measure, post: RankedPost): RankedPlace {
  return { value: orderOf(sort, post), id: post.id }
}

/** A larger number comes first. Null comes last. */
function orderOf(sort: Measure, post: RankedPost): number | null {
  const number = measureOf(post, sort)
  if (number === undefined) return null
  return isSmallestFirst(sort) ? -number : number
}

function inOrder(sort: Measure) {
  return (one: RankedPost, other: RankedPost) => compare(placeOf(sort, one), placeOf(sort, other))
}

function isAfter(sort: Measure, post: RankedPost, place: RankedPlace): boolean {
  return compare(placeOf(sort, post), place) > 0
}

function compare(one: RankedPlace, other: RankedPlace): number {
  const [left, right] = [one.value ?? Number.NEGATIVE_INFINITY, other.value ?? Number.NEGATIVE_INFINITY]
  if (left !== right) return left > right ? -1 : 1
  return one.id === other.id ? 0 : one.id > other.id ? -1 : 1
}
