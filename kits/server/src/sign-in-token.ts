import { toBase64url } from './base64url.ts'
import { checkKeyId, checkLifetime, checkOrigin, checkProjectId, checkState, checkTime } from './checks.ts'
import { type PrivateKey, signingKeyOf, type WebCryptoKey } from './private-key.ts'
import { SigningError } from './signing-error.ts'
import { type SignInUser, userClaims } from './user-claims.ts'

const RECOMMENDED_LIFETIME_SECONDS = 300
const JTI_BYTES = 16 // the contract asks for 128 random bits; a UUID has 122
const LARGEST_TOKEN_BYTES = 8192
/** How `JSON.stringify` writes NUL and lone surrogates, which the service refuses; a literal backslash comes in pairs. */
const UNSIGNABLE_TEXT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/

export interface SignInTokenInput {
  /** The project's public id, `prj_…`. */
  readonly projectId: string
  readonly privateKey: PrivateKey
  /** The `kid` under which the public key is registered. */
  readonly keyId: string
  /** The API's origin for the exchange in your app; the board's canonical origin for sign-in on the board. */
  readonly audience: string
  readonly user: SignInUser
  /** On the board only: the `state` that the board sent. */
  readonly nonce?: string | undefined
  /** 1 to 600; 300 by default. */
  readonly lifetimeSeconds?: number | undefined
  readonly now?: Date | undefined
}

/** Signs a token that works once. `createSigner` is the shorter way, which also cannot mix up the two audiences. */
export async function createSignInToken(input: SignInTokenInput): Promise<string> {
  const header = { alg: 'ES256', kid: checkKeyId(input.keyId), typ: 'svc-sso+jwt' }
  const signed = `${encodePart(header)}.${encodePart(claimsOf(input))}`
  const signature = await signEs256(await signingKeyOf(input.privateKey), signed)
  const token = `${signed}.${signature}`
  if (token.length <= LARGEST_TOKEN_BYTES) return token
  throw new SigningError(
    'token_too_large',
    `The token has ${token.length} bytes; at most ${LARGEST_TOKEN_BYTES} are accepted. Shorten what the user's fields hold.`,
  )
}

function claimsOf(input: SignInTokenInput): Record<string, unknown> {
  const iat = checkTime(input.now ?? new Date())
  return {
    iss: checkProjectId(input.projectId),
    aud: checkOrigin(input.audience, 'audience'),
    iat,
    exp: iat + checkLifetime(input.lifetimeSeconds ?? RECOMMENDED_LIFETIME_SECONDS),
    jti: toBase64url(crypto.getRandomValues(new Uint8Array(JTI_BYTES))),
    nonce: input.nonce === undefined ? undefined : checkState(input.nonce),
    ...userClaims(input.user),
  }
}

function encodePart(part: Record<string, unknown>): string {
  const json = JSON.stringify(part)
  if (!UNSIGNABLE_TEXT.test(json)) return toBase64url(new TextEncoder().encode(json))
  throw new SigningError(
    'text_invalid',
    'A text of the user or the state holds a NUL character or half a surrogate pair.',
  )
}

/** WebCrypto returns r‖s in 64 bytes, as JWS needs; many other libraries return DER. */
async function signEs256(key: WebCryptoKey, text: string): Promise<string> {
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, new TextEncoder().encode(text))
  return toBase64url(new Uint8Array(signature))
}
