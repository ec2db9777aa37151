import type { Id } from '../../foundation/ids/index.ts'
import type { Field } from '../fields/index.ts'
import type { Gained, PostInsight } from '../insights/index.ts'

/** The keys of the two number fields that every project can have by one click. */
export const EFFORT = 'effort'
export const IMPACT = 'impact'

/** What posts can be ordered by and drawn by, beside the number fields of the team. */
export const COUNTED = ['votes', 'accounts', 'value', 'share'] as const
export type CountedMeasure = (typeof COUNTED)[number]

/** `by_effort` is the value of a post divided by its effort; without values, its votes divided by its effort. */
export type Measure = CountedMeasure | 'by_effort' | `field.${string}`

/** What the page is about. Members that are absent do not narrow. */
export interface DecisionQuery {
  readonly sort: Measure
  readonly segment?: string | undefined
  /** Only votes since then. */
  readonly from?: Date | undefined
  /** Only posts with one of these. */
  readonly statuses?: readonly string[] | undefined
  readonly category?: string | undefined
}

/** A post, what is counted of it, and what the team says about it. */
export interface RankedPost extends Omit<PostInsight, 'tiesWith' | 'gained'> {
  readonly categoryId: Id<'category'>
  /** By the keys of the number fields. */
  readonly numbers: Readonly<Record<string, number>>
  readonly byEffort: number | undefined
}

/** What happened to a post in the last 30 days. */
export interface Change {
  readonly gained: Gained
  /** The status before the first change and after the last. Absent if they are the same. */
  readonly status?: { readonly from: Id<'status'>; readonly to: Id<'status'>; readonly at: Date } | undefined
}

/** A post of a page. */
export interface DecisionPost extends RankedPost, Pick<PostInsight, 'tiesWith'> {
  readonly change: Change
}

/** Whether a field is a number that the team estimates. */
export function isEstimate({ kind, visibleTo }: Pick<Field, 'kind' | 'visibleTo'>): boolean {
  return kind === 'number' && visibleTo === 'team'
}

/** Undefined: nobody has estimated it. */
export function measureOf(post: RankedPost, measure: Measure): number | undefined {
  switch (measure) {
    case 'votes':
      return post.voters
    case 'accounts':
      return post.accounts
    case 'value':
      return post.value
    case 'share':
      return post.share.estimate
    case 'by_effort':
      return post.byEffort
    default: {
      const key = measure.slice('field.'.length)
      return Object.hasOwn(post.numbers, key) ? post.numbers[key] : undefined
    }
  }
}

/** Of efforts the smallest comes first, of everything else the largest. */
export function isSmallestFirst(measure: Measure): boolean {
  return measure === `field.${EFFORT}`
}
