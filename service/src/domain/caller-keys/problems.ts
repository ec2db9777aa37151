import type { ProblemKind } from '../../foundation/problems/index.ts'

export const secretKeyInvalid = {
  code: 'secret_key_invalid',
  status: 401,
  title: 'This secret key is not known, or was revoked.',
  remedy:
    'Send the whole key, which begins with svc_sk_live_, as Authorization: Bearer. If it was revoked, make a new one.',
} as const satisfies ProblemKind

export const secretKeyInBrowser = {
  code: 'secret_key_in_browser',
  status: 403,
  title: 'A secret key was sent from a web page.',
  remedy: 'Anyone who opened the page could read the key. Revoke it now, and call the API from your server.',
} as const satisfies ProblemKind
