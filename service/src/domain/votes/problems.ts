import type { ProblemKind } from '../../foundation/problems/index.ts'

export const votingClosed = {
  code: 'voting_closed',
  status: 409,
  title: 'Votes for this post are closed.',
  remedy: 'The post’s status says that it is done or will not be done. Existing votes are kept.',
} as const satisfies ProblemKind
