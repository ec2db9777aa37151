import { boardCallbackUrl } from './board-callback.ts'
import { checkKeyId, checkLifetime, checkOrigin, checkProjectId, checkState } from './checks.ts'
import { checkPrivateKey, type PrivateKey } from './private-key.ts'
import { createSignInToken } from './sign-in-token.ts'
import type { SignInUser } from './user-claims.ts'

export interface SignerOptions {
  /** The project's public id, `prj_…`. */
  readonly projectId: string
  /** The `kid` under which the public key is registered. */
  readonly keyId: string
  readonly privateKey: PrivateKey
  /** The API's address without `/v1`. */
  readonly apiOrigin: string
  /** The board's canonical origin. */
  readonly boardOrigin: string
  /** 1 to 600; 300 by default. */
  readonly lifetimeSeconds?: number | undefined
}

export interface Signer {
  /** A token for your app, which exchanges it for a session. */
  forApp(user: SignInUser): Promise<string>
  /** A token for a visitor whom the board sent with `state`. `boardCallback` is this and the address in one. */
  forBoard(user: SignInUser, state: string): Promise<string>
  /** The address to redirect a visitor to whom the board sent with `state`; it holds a token made for them. */
  boardCallback(user: SignInUser, state: string): Promise<string>
}

/** Refuses wrong options at once, so that a backend which starts can also sign. */
export function createSigner(options: SignerOptions): Signer {
  const { projectId, keyId, privateKey, lifetimeSeconds } = options
  checkProjectId(projectId)
  checkKeyId(keyId)
  checkPrivateKey(privateKey)
  if (lifetimeSeconds !== undefined) checkLifetime(lifetimeSeconds)
  const apiOrigin = checkOrigin(options.apiOrigin, 'apiOrigin')
  const boardOrigin = checkOrigin(options.boardOrigin, 'boardOrigin')
  const common = { projectId, keyId, privateKey, lifetimeSeconds }

  const forApp = (user: SignInUser) => createSignInToken({ ...common, audience: apiOrigin, user })
  const forBoard = async (user: SignInUser, state: string) =>
    createSignInToken({ ...common, audience: boardOrigin, user, nonce: checkState(state) })
  const boardCallback = async (user: SignInUser, state: string) =>
    boardCallbackUrl({ boardOrigin, token: await forBoard(user, state), state })
  return { forApp, forBoard, boardCallback }
}
