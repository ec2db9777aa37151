import type { ProblemKind } from '../../foundation/problems/index.ts'

export const postInDiscussion = {
  code: 'post_in_discussion',
  status: 409,
  title: 'Others have voted for this post or commented on it.',
  remedy: 'Add a comment instead. Whoever runs the board can still change or delete it.',
} as const satisfies ProblemKind
