import type { ProblemKind } from '../../foundation/problems/index.ts'

export const votingClosed = {
  code: 'voting_closed',
  status: 409,
  title: 'Votes for this post are closed.',
  remedy: 'Its status says that it is done or will not be; votes stay as they are.',
} as const satisfies ProblemKind
