import type { ProblemKind } from '../../foundation/problems/index.ts'

export const sessionRequired = {
  code: 'session_required',
  status: 401,
  title: 'This needs a signed-in user.',
  remedy: 'Exchange a sign-in token at POST /sessions/sso and send the session as Authorization: Bearer.',
} as const satisfies ProblemKind

export const scopeMissing = {
  code: 'scope_missing',
  status: 403,
  title: 'The secret key lacks a scope that this call needs.',
  remedy: 'Use a key that has the scope. The scopes of a key cannot be changed later.',
} as const satisfies ProblemKind

export const roleMissing = {
  code: 'role_missing',
  status: 403,
  title: 'Your role in this project does not allow this.',
  remedy: 'An owner of the project can do it, or change your role.',
} as const satisfies ProblemKind

export const permissionMissing = {
  code: 'permission_missing',
  status: 403,
  title: 'Users of a board may not do this.',
  remedy: 'Do it from your server with a secret key, or in the console.',
} as const satisfies ProblemKind
