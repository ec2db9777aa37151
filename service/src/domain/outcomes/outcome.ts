import type { Id } from '../../foundation/ids/index.ts'
import type { Comment } from '../comments/index.ts'

/** What the team made of a post. */
export interface Outcome {
  /** The newest official comment. */
  readonly answer: Comment | undefined
  /** Undefined if the post has had its status from the start. */
  readonly statusSince: Date | undefined
  /** The newest published changelog entry about it. */
  readonly entry: { readonly id: Id<'changelogEntry'>; readonly publishedAt: Date } | undefined
}
