import type { ProblemKind } from '../../foundation/problems/index.ts'

export const segmentInUse = {
  code: 'segment_in_use',
  status: 409,
  title: 'A category uses this segment.',
  remedy: 'Choose other people for that category first: its `visible_to` and its `posting`.',
  inForms: 'A category uses this segment. Choose other people for that category first.',
} as const satisfies ProblemKind
