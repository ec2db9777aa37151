import { readFileSync } from 'node:fs'
import { createSigner, SigningError } from '@feedback-board/server'

export const boardOrigin = () => new URL(process.env.FEEDBACK_BOARD_ORIGIN).origin

let made

/** Made at the first request: `next build` loads this file too, and has no key. */
export function signer() {
  made ??= createSigner({
    projectId: process.env.FEEDBACK_PROJECT_ID,
    keyId: process.env.FEEDBACK_KEY_ID,
    privateKey: readFileSync(process.env.FEEDBACK_PRIVATE_KEY_FILE, 'utf8'),
    apiOrigin: process.env.FEEDBACK_API_ORIGIN,
    boardOrigin: boardOrigin(),
  })
  return made
}

/** Where a signed-in visitor goes whom the board sent. A state that no token can hold did not come from the board: undefined. */
export async function boardCallback(user, state) {
  try {
    return await signer().boardCallback(user, state)
  } catch (error) {
    if (error instanceof SigningError) return undefined
    throw error
  }
}
