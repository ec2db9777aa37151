import type { Category } from '../../../domain/categories/index.ts'
import type { DecisionPost, Ranking, SavedView } from '../../../domain/decisions/index.ts'
import type { Segment } from '../../../domain/segments/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { ProjectView } from '../shared/view.ts'
import type { AskedDecision } from './asked.ts'

/** Numbers that were refused, as they were typed. */
export interface TypedEstimates {
  readonly post: number
  /** By the keys of the fields. */
  readonly values: Readonly<Record<string, string>>
  /** The keys of the faulty ones, with the fault. */
  readonly faults: Readonly<Record<string, string>>
}

export interface TypedView {
  readonly name: string
  readonly isShared: boolean
  readonly fault: string
}

/** What the page is made from. */
export interface DecideProps {
  readonly view: ProjectView
  readonly asked: AskedDecision
  readonly ranking: Ranking
  /** The posts of this page of the table. */
  readonly posts: readonly DecisionPost[]
  readonly next: string | undefined
  readonly segments: readonly Segment[]
  /** The segment that was asked for does not exist any more, so all people are shown. */
  readonly isSegmentGone: boolean
  readonly statuses: readonly Status[]
  readonly categories: readonly Category[]
  readonly saved: readonly SavedView[]
  readonly typed: TypedEstimates | undefined
  readonly typedView: TypedView | undefined
}
