import type { ProblemKind } from '../../foundation/problems/index.ts'

export const exportRunning = {
  code: 'export_running',
  status: 409,
  title: 'An export of this project is being written already.',
  remedy:
    'Wait until it has ended, and try again. One that a request asked for ends within an hour, and at once when its reader goes away.',
} as const satisfies ProblemKind

export const exportInvalid = {
  code: 'export_invalid',
  status: 400,
  title: 'This file is not a complete export of a project.',
  remedy: 'Export the project again, and copy the file whole.',
} as const satisfies ProblemKind
