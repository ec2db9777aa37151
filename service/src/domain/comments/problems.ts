import type { ProblemKind } from '../../foundation/problems/index.ts'

export const commentsLocked = {
  code: 'comments_locked',
  status: 409,
  title: 'Only the team can comment on this post.',
  remedy: 'Existing comments stay readable. The team that runs the board can unlock the post.',
} as const satisfies ProblemKind
