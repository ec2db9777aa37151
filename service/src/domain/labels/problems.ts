import type { ProblemKind } from '../../foundation/problems/index.ts'

export const nameTaken = {
  code: 'name_taken',
  status: 409,
  title: 'This name is already in use in this project.',
  remedy: 'Choose another name, or use the existing one. Upper and lower case make no difference.',
} as const satisfies ProblemKind

export const limitReached = {
  code: 'limit_reached',
  status: 409,
  title: 'The project cannot have more of these.',
  remedy: 'Delete or change one that you no longer need.',
} as const satisfies ProblemKind
