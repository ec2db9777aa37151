import type { ProblemKind } from '../../foundation/problems/index.ts'

export const exportInvalid = {
  code: 'export_invalid',
  status: 400,
  title: 'This file is not a complete export of a project.',
  remedy: 'Export the project again, and copy the file whole.',
} as const satisfies ProblemKind
