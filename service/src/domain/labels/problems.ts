import type { ProblemKind } from '../../foundation/problems/index.ts'

export const nameTaken = {
  code: 'name_taken',
  status: 409,
  title: 'Another one of this project has this name.',
  remedy: 'Choose another name, or use the one that is there. Upper and lower case do not make a difference.',
} as const satisfies ProblemKind

export const limitReached = {
  code: 'limit_reached',
  status: 409,
  title: 'The project has as many of these as it can have.',
  remedy: 'Delete one that is not needed any more, or change it to what you need.',
} as const satisfies ProblemKind
