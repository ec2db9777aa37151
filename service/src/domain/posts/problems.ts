import type { ProblemKind } from '../../foundation/problems/index.ts'

export const postMerged = {
  code: 'post_merged',
  status: 409,
  title: 'This post was merged into another one.',
  remedy: 'Go on with the post that merged_into_id names.',
  inForms: 'It was merged into another post. Go on there, or undo the merge first.',
} as const satisfies ProblemKind

export const notAuthor = {
  code: 'not_author',
  status: 403,
  title: 'Only its author may do this.',
  remedy: 'Sign in as its author. A server with the right scope may change what anybody wrote.',
} as const satisfies ProblemKind
