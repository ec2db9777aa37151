import { checkOrigin, checkState } from './checks.ts'

export interface BoardCallback {
  readonly boardOrigin: string
  readonly token: string
  /** The `state` that the board sent, which is also the token's `nonce`. */
  readonly state: string
}

/** The address for a visitor whom the board sent. The fragment keeps the token out of logs and the Referer header. */
export function boardCallbackUrl({ boardOrigin, token, state }: BoardCallback): string {
  const origin = checkOrigin(boardOrigin, 'boardOrigin')
  return `${origin}/sso/callback#token=${encodeURIComponent(token)}&state=${encodeURIComponent(checkState(state))}`
}
