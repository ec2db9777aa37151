import type { ProblemKind } from '../../foundation/problems/index.ts'

export const postInDiscussion = {
  code: 'post_in_discussion',
  status: 409,
  title: 'Others have voted for this post or commented on it.',
  remedy: 'Add a comment instead. The team that runs the board can still change or delete the post.',
} as const satisfies ProblemKind
