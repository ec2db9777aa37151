import { isKid } from '../signing-keys/index.ts'
import { holdsSecret } from './wording.ts'

/** The kid of an unverified token, only for the log; undefined if it is not a possible kid. */
export function kidOfToken(token: string): string | undefined {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString())
    const kid = typeof header === 'object' && header !== null && 'kid' in header ? header.kid : undefined
    return typeof kid === 'string' && isKid(kid) && !holdsSecret(kid) ? kid : undefined
  } catch {
    return undefined
  }
}
