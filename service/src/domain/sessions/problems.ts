import type { ProblemKind } from '../../foundation/problems/index.ts'

const AGAIN = 'Get a new sign-in token from your backend and exchange it again.'

export const sessionInvalid = {
  code: 'session_invalid',
  status: 401,
  title: 'This project has no such session.',
  remedy: `Check that the whole session token is sent, with the key of the project it belongs to. ${AGAIN}`,
} as const satisfies ProblemKind

export const sessionExpired = {
  code: 'session_expired',
  status: 401,
  title: 'The session has expired. A session lasts 24 hours.',
  remedy: AGAIN,
} as const satisfies ProblemKind

export const stateMismatch = {
  code: 'state_mismatch',
  status: 400,
  title: 'This sign-in was not started here, has already ended, or took too long.',
  remedy: 'Start it again on this board. The sign-in token was not used up.',
} as const satisfies ProblemKind

export const callbackIncomplete = {
  code: 'callback_incomplete',
  status: 400,
  title: 'The way back to the board came without token or state.',
  remedy:
    'Redirect to `/sso/callback#token=…&state=…` of the board: both stand after `#`, and the state is the one that the board sent.',
} as const satisfies ProblemKind

export const sessionEnded = {
  code: 'session_ended',
  status: 401,
  title: 'The session was ended.',
  remedy: `The user signed out, or their sessions were ended. ${AGAIN}`,
} as const satisfies ProblemKind
