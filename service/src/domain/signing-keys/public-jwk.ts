import { isObject, type JsonObject } from '../../foundation/json/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { isOnP256 } from './p256.ts'
import { keyInvalid, privateKeyRejected } from './problems.ts'

/** A public key as it is stored: only these four members, whatever else the upload held. */
export interface PublicJwk {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
}

/** Deep enough for every key that is wrapped by mistake. */
const DEEPEST = 16
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** Each rule returns the fault. No rule quotes a value: it may be key material in the wrong place. */
const RULES: readonly ((jwk: JsonObject) => string | undefined)[] = [
  ({ kty }) => (kty === 'EC' ? undefined : 'kty must be "EC"'),
  ({ crv }) => (crv === 'P-256' ? undefined : 'crv must be "P-256"'),
  ({ use }) => (use === undefined || use === 'sig' ? undefined : 'use must be "sig" or left out'),
  ({ alg }) => (alg === undefined || alg === 'ES256' ? undefined : 'alg must be "ES256" or left out'),
  ({ key_ops: operations }) =>
    operations === undefined || isVerifyAlone(operations) ? undefined : 'key_ops must be ["verify"] or left out',
  ({ x }) => (decodeCoordinate(x) ? undefined : `x ${COORDINATE_IS}`),
  ({ y }) => (decodeCoordinate(y) ? undefined : `y ${COORDINATE_IS}`),
]

const COORDINATE_IS = 'must be base64url of exactly 32 bytes, without padding'

/**
 * Takes only one public P-256 key. Members that are not needed for verifying (`ext`, `x5t`, …) are dropped; `node:crypto` would also take a private key, a longer x and a key made for encryption.
 */
export function parsePublicJwk(value: unknown): PublicJwk {
  if (holdsPrivateKey(value)) throw new Problem(privateKeyRejected)
  if (!isObject(value)) throw invalid('the key must be one JSON object, a JWK')
  if (Object.hasOwn(value, 'keys')) throw invalid('the key must be one JWK, not a set of them')
  for (const rule of RULES) {
    const fault = rule(value)
    if (fault) throw invalid(fault)
  }
  const [x, y] = [decodeCoordinate(value.x), decodeCoordinate(value.y)]
  if (!x || !y || !isOnP256(x, y)) throw invalid('x and y must be a point on the curve P-256')
  return { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
}

/** Finds a private key at any depth, also inside a text: the sender must learn that the key is compromised. */
function holdsPrivateKey(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return looksPrivate(value)
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false
  const isPrivate = !Array.isArray(value) && PRIVATE_MEMBERS.some((member) => Object.hasOwn(value, member))
  return isPrivate || Object.values(value).some((inner) => holdsPrivateKey(inner, depth + 1))
}

/** PEM, a JWK that is no good JSON, whichever quotes it has, or the bare body of a PKCS#8 or SEC1 key. The console’s script (signing-keys/client.ts) looks for the same. */
const PRIVATE_TEXT =
  /private key|(?:^|[{,\s"'“”‘’])(?:d|p|q|dp|dq|qi|oth|k)["'“”‘’]?\s*[:=]\s*["'“”‘’]?[\w+/=-]{16,}|\b(?:MIG[A-Za-z0-9]AgEA|M[A-Za-z0-9]{2}CAQEE)/i

export function looksPrivate(text: string): boolean {
  return PRIVATE_TEXT.test(text)
}

/** The bytes of a coordinate; `undefined` where another text would decode to the same bytes. */
function decodeCoordinate(value: unknown): Buffer | undefined {
  if (typeof value !== 'string') return undefined
  const bytes = Buffer.from(value, 'base64url')
  return bytes.length === 32 && bytes.toString('base64url') === value ? bytes : undefined
}

function isVerifyAlone(operations: unknown): boolean {
  return Array.isArray(operations) && operations.length === 1 && operations[0] === 'verify'
}

function invalid(fault: string): Problem {
  return new Problem(keyInvalid, { detail: `In this key ${fault}.` })
}
