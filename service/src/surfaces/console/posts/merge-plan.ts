import type { MergeOutcome } from '../../../domain/posting/index.ts'
import type { Post } from '../../../domain/posts/index.ts'

export interface MergePlan {
  readonly target: Post
  readonly sources: readonly Post[]
  readonly outcome: MergeOutcome
}
