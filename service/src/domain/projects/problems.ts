import type { ProblemKind } from '../../foundation/problems/index.ts'

export const slugTaken = {
  code: 'slug_taken',
  status: 409,
  title: 'Another project has this slug.',
  remedy: 'Choose another slug; it becomes a part of the board’s address.',
} as const satisfies ProblemKind

export const domainTaken = {
  code: 'domain_taken',
  status: 409,
  title: 'Another project has this domain.',
  remedy: 'A domain can show one board. Remove it from the other project first.',
} as const satisfies ProblemKind

export const projectKeyRequired = {
  code: 'project_key_required',
  status: 401,
  title: 'The request names no project.',
  remedy: 'An app sends its publishable key as X-Project-Key; a server sends its secret key as Authorization: Bearer.',
} as const satisfies ProblemKind

export const projectKeyInvalid = {
  code: 'project_key_invalid',
  status: 401,
  title: 'No project has this publishable key.',
  remedy: 'Copy the whole key again; it begins with svc_pk_live_. A secret key does not belong into X-Project-Key.',
} as const satisfies ProblemKind
