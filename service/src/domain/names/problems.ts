import type { ProblemKind } from '../../foundation/problems/index.ts'

export const nameLocked = {
  code: 'name_locked',
  status: 409,
  title: 'The name cannot be changed any more.',
  remedy:
    'A name can be changed only until the user’s first post or comment is public. Notifications can still be changed.',
} as const satisfies ProblemKind

export const nameUnavailable = {
  code: 'name_unavailable',
  status: 409,
  title: 'This name cannot be chosen.',
  remedy:
    'Choose a name that is not the project’s name and does not look like its team. A first name can be chosen only if your backend vouches for one.',
} as const satisfies ProblemKind
