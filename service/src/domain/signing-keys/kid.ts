import { createHash } from 'node:crypto'
import { Problem } from '../../foundation/problems/index.ts'
import { lengthOf, Text } from '../texts/index.ts'
import { keyInvalid } from './problems.ts'
import { type PublicJwk, parsePublicJwk } from './public-jwk.ts'

export const Kid = Text(1, 128, 'The key’s id, which your tokens name in their header.')
/** Forms use it too. */
export const KID_PATTERN = `[A-Za-z0-9._\\-]{${Kid.minLength},${Kid.maxLength}}`
const KID = new RegExp(`^${KID_PATTERN}$`)
/** In a URL these are path segments and not a key, even if they are written as %2E. Earlier versions accepted them. */
const DOTS = /^\.{1,2}$/

/** Tells a possible kid from any other text, so that no other text reaches a look-up. */
export function isKid(text: string): boolean {
  return KID.test(text)
}

/** A key that a person uploads: its kid is beside it, inside it, or absent. */
export interface KeyUpload {
  readonly jwk: unknown
  readonly kid?: unknown
}

export interface NamedKey {
  readonly kid: string
  readonly jwk: PublicJwk
  readonly thumbprint: string
}

export function parseKeyUpload(upload: KeyUpload): NamedKey {
  const jwk = parsePublicJwk(upload.jwk)
  const inside = (upload.jwk as { kid?: unknown }).kid // parsePublicJwk takes objects alone
  const thumbprint = thumbprintOf(jwk)
  const kid = upload.kid ?? inside ?? thumbprint
  if (typeof kid !== 'string' || !isKid(kid)) {
    throw new Problem(keyInvalid, {
      detail: `The kid must have ${lengthOf(Kid, 'of the characters A-Z a-z 0-9 . _ -')}`,
    })
  }
  if (DOTS.test(kid)) {
    throw new Problem(keyInvalid, { detail: 'The kid must not be . or .., because a URL cannot hold it.' })
  }
  if (inside !== undefined && inside !== kid) {
    throw new Problem(keyInvalid, {
      detail: 'The kid inside the JWK differs from the kid beside it; send one of them.',
    })
  }
  return { kid, jwk, thumbprint }
}

/** RFC 7638: the required members alone, in the order of their names, without white space. */
function thumbprintOf({ crv, kty, x, y }: PublicJwk): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}
