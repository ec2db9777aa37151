import type { ProblemKind } from '../../foundation/problems/index.ts'

export const userBanned = {
  code: 'user_banned',
  status: 403,
  title: 'This user is banned from the board.',
  remedy: 'A new token does not help. The team that runs the board can lift the ban.',
} as const satisfies ProblemKind
