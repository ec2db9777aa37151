import type { Id } from '../../foundation/ids/index.ts'

/** What somebody saved of the page. */
export interface SavedView {
  readonly id: Id<'view'>
  readonly name: string
  /** The part of the page’s address after the question mark. */
  readonly query: string
  /** Whether it is the whole team’s. */
  readonly isShared: boolean
  readonly createdAt: Date
}
