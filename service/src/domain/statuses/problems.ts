import type { ProblemKind } from '../../foundation/problems/index.ts'

export const statusInUse = {
  code: 'status_in_use',
  status: 409,
  title: 'There are posts with this status.',
  remedy: 'Give them another status first. Posts that wait for approval, are merged or were deleted count too.',
} as const satisfies ProblemKind

export const statusRequired = {
  code: 'status_required',
  status: 409,
  title: 'This is the only status of the category open, and new posts need one.',
  remedy: 'Add another status of the category open first.',
} as const satisfies ProblemKind
