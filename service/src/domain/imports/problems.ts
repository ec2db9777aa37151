import type { ProblemKind } from '../../foundation/problems/index.ts'

export const importUnreadable = {
  code: 'import_unreadable',
  status: 400,
  title: 'The file cannot be imported.',
  remedy: 'Nothing was changed. Correct the file and send it again.',
} as const satisfies ProblemKind

export const importState = {
  code: 'import_state',
  status: 409,
  title: 'The import is not in a state that allows this.',
  remedy: 'Start an import that is checked. Undo an import once.',
} as const satisfies ProblemKind
