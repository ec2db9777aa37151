import type { ProblemKind } from '../../foundation/problems/index.ts'

export const linkInvalid = {
  code: 'link_invalid',
  status: 401,
  title: 'This link does not open the console.',
  remedy:
    'A link works once, for 15 minutes. Ask the person who sent it for a new one, or make one: npx svc operator link YOUR_ADDRESS.',
} as const satisfies ProblemKind

export const operatorRequired = {
  code: 'operator_required',
  status: 401,
  title: 'The console is for operators who are signed in.',
  remedy: 'Sign in with a passkey or a one-time link.',
} as const satisfies ProblemKind

export const confirmationRequired = {
  code: 'confirmation_required',
  status: 403,
  title: 'First confirm that it is you.',
  remedy:
    'Keys, secrets, bans, erasures, who has access, the sign-in URL, the board’s address, opening a private board or a hidden category, and the rules of a segment that sees a category need a sign-in within the last 15 minutes. Use your passkey or a new link.',
} as const satisfies ProblemKind

export const passkeyRejected = {
  code: 'passkey_rejected',
  status: 401,
  title: 'This passkey was not accepted.',
  remedy: 'Use a passkey that was added under My account, or sign in with a one-time link.',
} as const satisfies ProblemKind

export const lastOwner = {
  code: 'last_owner',
  status: 409,
  title: 'A project needs at least one owner.',
  remedy: 'Make somebody else an owner first.',
} as const satisfies ProblemKind

export const ownsEverything = {
  code: 'owns_everything',
  status: 409,
  title: 'This person owns everything here, so their access does not come from this project.',
  remedy:
    'Another person who owns everything can change it under My account, or on the command line: npx svc operator.',
} as const satisfies ProblemKind

export const ownAccount = {
  code: 'own_account',
  status: 409,
  title: 'This is your own account.',
  remedy: 'Another person who owns everything must do this, or do it on the command line: npx svc operator.',
} as const satisfies ProblemKind
