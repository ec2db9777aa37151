import type { ProblemKind } from '../../foundation/problems/index.ts'

export const codeInvalid = {
  code: 'code_invalid',
  status: 401,
  title: 'This code does not open the board.',
  remedy: 'A code works once, for 60 seconds, on the board of its project. Open the board from the app again.',
} as const satisfies ProblemKind
