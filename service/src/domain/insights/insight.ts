import type { Id } from '../../foundation/ids/index.ts'
import type { Share } from './intervals.ts'

export const SORTS = ['votes', 'accounts', 'value', 'share'] as const
export type InsightSort = (typeof SORTS)[number]

/** What is asked for. Members that are absent do not narrow. */
export interface InsightQuery {
  readonly sort: InsightSort
  readonly segment?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** The people whose votes were counted. */
export interface People {
  readonly people: number
  readonly accounts: number
  /** When they were counted. */
  readonly countedAt: Date
  /** False: not all posts are counted yet. */
  readonly isComplete: boolean
}

/** Who wants a post. */
export interface PostInsight {
  readonly id: Id<'post'>
  readonly number: number
  readonly title: string
  readonly statusId: Id<'status'>
  readonly voters: number
  readonly accounts: number
  readonly value: number
  readonly valueAtVote: number
  readonly share: Share
  /** Posts of the same page whose share differs by no more than chance. */
  readonly tiesWith: readonly Id<'post'>[]
}

/** A customer, by the name in the account trait. */
export interface Account {
  readonly name: string
  readonly people: number
  readonly value: number
}
