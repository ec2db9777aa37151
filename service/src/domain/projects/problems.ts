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
  remedy:
    'A domain shows one board, and the project that proved it first keeps it while its TXT record is there. Remove the domain from that project, or its TXT record from DNS.',
} as const satisfies ProblemKind

export const domainNotSet = {
  code: 'domain_not_set',
  status: 409,
  title: 'The project has no domain of its own.',
  remedy: 'Set a domain first.',
} as const satisfies ProblemKind

export const domainUnproven = {
  code: 'domain_unproven',
  status: 409,
  title: 'The domain is not proven yet.',
  remedy: 'Add the TXT record that the project’s `domain_challenge` names, wait until DNS shows it, and check again.',
} as const satisfies ProblemKind

export const domainClaimLapsed = {
  code: 'domain_claim_lapsed',
  status: 409,
  title: 'The domain was not proven within seven days.',
  remedy: 'Set the domain again. You then have seven more days to prove it.',
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
  remedy: 'Copy the whole key again; it begins with svc_pk_live_. Do not send a secret key as X-Project-Key.',
} as const satisfies ProblemKind
