import { isKid, mayVerify } from '../signing-keys/index.ts'
import { signatureFits } from './jws.ts'
import { signingKeyRevoked, signingKeyUnknown, tokenSignatureInvalid, tokenTypeInvalid } from './problems.ts'
import { rule, verdict } from './rule.ts'
import { count, isoSeconds, show } from './wording.ts'

/** r and s of P-256, 32 bytes each. */
const SIGNATURE_BYTES = 64

export const keyOfProject = rule(
  'signing_key',
  'header',
  'a signing key of this project',
  async ({ kid }, { check }) => {
    const key = typeof kid === 'string' && isKid(kid) ? await check.findKey(kid) : undefined
    if (!key) return { fault: signingKeyUnknown, found: () => `no key of this project with the kid ${show(kid)}` }
    return { found: () => `the key ${show(kid)}`, learned: { key } }
  },
)

export const keyInUse = rule(
  'signing_key_status',
  'key',
  'a key that is active, or was marked retiring less than 24 hours ago',
  (key, { check }) =>
    verdict(mayVerify(key, check.now), signingKeyRevoked, () =>
      key.status === 'retiring' ? `retiring since ${isoSeconds(key.retiredAt.getTime())}` : key.status,
    ),
)

export const validSignature = rule(
  'signature',
  'key',
  `${SIGNATURE_BYTES} bytes, r and s, made with the private half of this key`,
  async ({ jwk }, { check, parts }) => {
    const bytes = parts?.signature.length
    const holds = bytes === SIGNATURE_BYTES && (await signatureFits(check.token, jwk))
    const relation = holds ? ' that fit the key' : isDer(parts?.signature) ? DER : ' that do not fit the key'
    return verdict(holds, tokenSignatureInvalid, () => `${count(bytes ?? 0, 'byte')}${relation}`)
  },
)

const DER = `; this looks like DER, and ES256 needs the ${SIGNATURE_BYTES} bytes r‖s`

/** A SEQUENCE of two INTEGERs and nothing else, which is what openssl and many libraries write. */
function isDer(signature: Uint8Array | undefined): boolean {
  if (!signature || signature.length === SIGNATURE_BYTES) return false
  const [sequence, length, tagOfR, lengthOfR = 0] = signature
  const [tagOfS, lengthOfS = 0] = signature.subarray(4 + lengthOfR)
  const isWhole = length === signature.length - 2 && 6 + lengthOfR + lengthOfS === signature.length
  return sequence === 0x30 && tagOfR === 0x02 && tagOfS === 0x02 && isWhole
}

export const saysWhatItIs = rule('typ', 'header', '"svc-sso+jwt"', ({ typ }) =>
  verdict(typ === 'svc-sso+jwt', tokenTypeInvalid, () => show(typ)),
)
