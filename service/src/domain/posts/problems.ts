import type { ProblemKind } from '../../foundation/problems/index.ts'

export const postMerged = {
  code: 'post_merged',
  status: 409,
  title: 'This post was merged into another one.',
  remedy: 'Use the post that merged_into_id names.',
  inForms: 'It was merged into another post. Use that post, or undo the merge first.',
} as const satisfies ProblemKind

export const notAuthor = {
  code: 'not_author',
  status: 403,
  title: 'Only the author may do this.',
  remedy: 'Sign in as the author. A server with the right scope may change the posts and comments of all users.',
} as const satisfies ProblemKind
