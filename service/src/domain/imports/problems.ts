import type { ProblemKind } from '../../foundation/problems/index.ts'

export const importUnreadable = {
  code: 'import_unreadable',
  status: 400,
  title: 'The file cannot be imported.',
  remedy: 'Nothing was changed. Mend the file and send it again.',
} as const satisfies ProblemKind

export const importState = {
  code: 'import_state',
  status: 409,
  title: 'The import is not in a state that allows this.',
  remedy: 'Only a checked import can be started, and only one that is running, done or failed can be undone.',
} as const satisfies ProblemKind
