import type { ProblemKind } from '../../foundation/problems/index.ts'

export const nameLocked = {
  code: 'name_locked',
  status: 409,
  title: 'The name cannot be changed any more.',
  remedy: 'A name is chosen before the first post or comment is public, and stays. Notifications can still be changed.',
} as const satisfies ProblemKind

export const nameUnavailable = {
  code: 'name_unavailable',
  status: 409,
  title: 'This name cannot be chosen.',
  remedy:
    'Choose a name that is not the project’s and does not read as its team. A first name can be chosen where your backend vouches for one.',
} as const satisfies ProblemKind
