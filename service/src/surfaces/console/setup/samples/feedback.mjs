// Node 20 or newer, Bun or Deno.
import { readFileSync } from 'node:fs'
import { createSigner } from '@feedback-board/server'

const signer = createSigner({
  projectId: '{projectId}',
  keyId: '{keyId}',
  privateKey: process.env.FEEDBACK_PRIVATE_KEY ?? readFileSync('sign-in-key.pem', 'utf8'),
  apiOrigin: '{apiOrigin}',
  boardOrigin: '{boardOrigin}',
})

/** At your sign-in URL: redirect the visitor to this address. `state` is what the board sent, unchanged. */
export const boardAddress = (user, state) => signer.boardCallback(user, state)

/** For your own app or the widget: a token that it exchanges for a session. */
export const appToken = (user) => signer.forApp(user)
