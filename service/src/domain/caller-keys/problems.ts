import type { ProblemKind } from '../../foundation/problems/index.ts'

export const secretKeyInvalid = {
  code: 'secret_key_invalid',
  status: 401,
  title: 'This secret key is not known, or was revoked.',
  remedy: 'Send a whole key that begins with svc_sk_live_ as Authorization: Bearer; make a new one if it was revoked.',
} as const satisfies ProblemKind

export const secretKeyInBrowser = {
  code: 'secret_key_in_browser',
  status: 403,
  title: 'A secret key was sent from a web page.',
  remedy: 'Whoever opened the page could read it: revoke the key now, and call the API from your server.',
} as const satisfies ProblemKind
