import type { Id } from '../../foundation/ids/index.ts'

export interface Day {
  /** As 2026-01-31, in UTC. */
  readonly day: string
  readonly posts: number
  readonly votes: number
  readonly comments: number
  readonly signIns: number
}

/** A post, with its votes by the values of a trait. */
export interface PostByTrait {
  readonly id: Id<'post'>
  readonly number: number
  readonly title: string
  readonly voteCount: number
  /** Undefined: votes of people without the trait. */
  readonly byValue: Map<string | undefined, number>
}

export interface Answers {
  /** How many days each answered person waited. */
  readonly waitedDays: readonly number[]
  /** The number of posts of users, answered or not. */
  readonly asked: number
}

export interface Numbers {
  /** Twice the span: the second half is compared with the first. */
  readonly days: readonly Day[]
  readonly refusals: readonly { readonly code: string; readonly refusals: number }[]
  readonly answers: Answers
}
