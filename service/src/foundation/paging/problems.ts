import type { ProblemKind } from '../problems/index.ts'

export const cursorInvalid = {
  code: 'cursor_invalid',
  status: 400,
  title: 'The cursor does not belong to this list.',
  remedy: 'Send the next_cursor of the previous page unchanged, with the same filters and order.',
} as const satisfies ProblemKind
