import type { Id } from '../../foundation/ids/index.ts'
import type { Share } from './intervals.ts'

export const SORTS = ['votes', 'accounts', 'value', 'share'] as const
export type InsightSort = (typeof SORTS)[number]

/** Of whom a share is: who signed in, or who voted, posted or commented; in the span, if there is one. */
export const BASES = ['seen', 'active'] as const
export type BaseKind = (typeof BASES)[number]

/** What is asked for. Members that are absent do not narrow. */
export interface InsightQuery {
  readonly sort: InsightSort
  /** `seen` if absent. */
  readonly base?: BaseKind | undefined
  readonly segment?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Posts also say what they gained since then. */
  readonly gainedSince?: Date | undefined
}

/** What a post gained in some time, by votes that still stand. */
export interface Gained {
  readonly voters: number
  /** Accounts of these voters of which nobody had voted before. */
  readonly accounts: number
  /** The value of these accounts when they voted; today's where that was not known. */
  readonly value: number
  /** Whether there are more new votes than were looked at. */
  readonly isMore: boolean
}

export const NOTHING_GAINED: Gained = { voters: 0, accounts: 0, value: 0, isMore: false }

/** The people whose votes were counted. */
export interface People {
  readonly kind: BaseKind
  readonly people: number
  readonly accounts: number
  /** When they were counted. */
  readonly countedAt: Date
  /** False: not all posts are counted yet. */
  readonly isComplete: boolean
  /** True: there are too few accounts for shares to say much. */
  readonly areFew: boolean
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
  /** Absent if it was not asked for. */
  readonly gained?: Gained
}

/** A customer, by the name in the account trait. */
export interface Account {
  readonly name: string
  readonly people: number
  readonly value: number
  /** How many posts its people voted for; more than MOST_COUNTED are not counted. */
  readonly posts: number
  /** When one of its people voted last. Undefined: never, or not counted yet. */
  readonly votedAt: Date | undefined
}

/** Posts of an account are counted up to here. */
export const MOST_COUNTED = 100

export const ACCOUNT_SORTS = ['value', 'people', 'name'] as const
export type AccountSort = (typeof ACCOUNT_SORTS)[number]

/** Which accounts, in which order. */
export interface AccountQuery {
  readonly sort: AccountSort
  /** The beginning of the name, in small or capital letters. The order is then by name. */
  readonly prefix?: string | undefined
}

/** What became of a wish. */
export const OUTCOMES = ['wanted', 'promised', 'done', 'declined'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** A post that people of an account voted for. */
export interface AccountPost {
  readonly id: Id<'post'>
  readonly number: number
  readonly title: string
  readonly statusId: Id<'status'>
  readonly outcome: Outcome
  /** How many people of the account voted for it, and of everybody. */
  readonly voters: number
  readonly votes: number
  readonly votedAt: Date | undefined
}

export interface AccountPosts {
  /** By outcome, then those that most of its people want, then the newest. */
  readonly posts: readonly AccountPost[]
  /** How many there are of each outcome, among those that were looked at. */
  readonly counts: Readonly<Record<Outcome, number>>
  /** Whether it voted for more posts than were looked at: those that it voted for last. */
  readonly hasMore: boolean
}
