import type { ProblemKind } from '../../foundation/problems/index.ts'

export const categoryInUse = {
  code: 'category_in_use',
  status: 409,
  title: 'There are posts in this category.',
  remedy:
    'Name the category that they are moved to. Posts that wait for approval, are merged or were deleted count too.',
  inForms: 'There are posts in this category. Choose the category that they are moved to.',
} as const satisfies ProblemKind

export const categoryRequired = {
  code: 'category_required',
  status: 409,
  title: 'This is the default category, and every project needs one.',
  remedy: 'Give it another name, or hide it, instead.',
} as const satisfies ProblemKind

export const postingClosed = {
  code: 'posting_closed',
  status: 403,
  title: 'Only the team writes posts in this category.',
  remedy: 'Choose a category whose `posting` is `users`. `GET /categories` lists them.',
  inForms: 'Only the team writes here. Choose another category.',
} as const satisfies ProblemKind

export const categorySlugTaken = {
  code: 'category_slug_taken',
  status: 409,
  title: 'Another category of this project has this slug.',
  remedy: 'Choose another slug.',
} as const satisfies ProblemKind
