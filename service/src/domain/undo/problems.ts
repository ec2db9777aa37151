import type { ProblemKind } from '../../foundation/problems/index.ts'

export const changedSince = {
  code: 'changed_since',
  status: 409,
  title: 'This cannot be undone any more.',
  remedy: 'Something else has happened to it since, or too much time has passed. Read it again and decide anew.',
} as const satisfies ProblemKind
