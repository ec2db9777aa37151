import type { ProblemKind } from '../../foundation/problems/index.ts'

export const fieldKeyTaken = {
  code: 'field_key_taken',
  status: 409,
  title: 'Another field of this project has this key.',
  remedy: 'Choose another key.',
} as const satisfies ProblemKind
