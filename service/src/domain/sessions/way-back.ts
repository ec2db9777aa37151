import { TokenRefused } from '../sign-in-tokens/index.ts'
import { callbackIncomplete } from './problems.ts'

/** What the client's app put into the address of the board's callback page. */
export interface WayBack {
  readonly token: string
  readonly state: string
  /** Whether the address had one of them after `?`. */
  readonly isMisplaced: boolean
}

/** Says which part is missing, and where it was put instead. */
export function refuseIncomplete({ token, state, isMisplaced }: WayBack): void {
  if (token !== '' && state !== '') return
  const missing = [token === '' && 'token', state === '' && 'state'].filter(Boolean).join(' and ')
  const found = `no ${missing} after #${isMisplaced ? '; put after # what stands after ?' : ''}`
  throw new TokenRefused(callbackIncomplete, { rule: 'callback', expected: 'token and state after #', found })
}
