import type { ProblemKind } from '../../foundation/problems/index.ts'

export const commentsLocked = {
  code: 'comments_locked',
  status: 409,
  title: 'Nobody but the team can comment on this post.',
  remedy: 'What was said stays readable. Whoever runs the board can open the post again.',
} as const satisfies ProblemKind
