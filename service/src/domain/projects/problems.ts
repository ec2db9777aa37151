import type { ProblemKind } from '../../foundation/problems/index.ts'

export const slugTaken = {
  code: 'slug_taken',
  status: 409,
  title: 'Another project has this slug.',
  remedy: 'Choose another slug; it becomes a part of the board’s address.',
} as const satisfies ProblemKind

export const domainTaken = {
  code: 'domain_taken',
  status: 409,
  title: 'Another project has this domain.',
  remedy: 'A domain can show one board. Remove it from the other project first.',
} as const satisfies ProblemKind
