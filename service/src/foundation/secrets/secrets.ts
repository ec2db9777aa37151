import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 6

/** Prefix and length of each kind: 22 base62 characters hold 130 bits, 43 hold 256. */
const KINDS = {
  publishableKey: { prefix: 'svc_pk_live_', length: 22 },
  secretKey: { prefix: 'svc_sk_live_', length: 43 },
  session: { prefix: 'svc_ses_', length: 43 },
  boardCode: { prefix: 'svc_cod_', length: 43 },
  operatorLink: { prefix: 'svc_opl_', length: 43 },
  operatorSession: { prefix: 'svc_ops_', length: 43 },
} as const

export type SecretKind = keyof typeof KINDS

/** Matches a key of ours anywhere in a text, whole or cut off. The log hides every match. */
export const SECRET_TEXT = new RegExp(
  `(?:${Object.values(KINDS)
    .map(({ prefix }) => prefix)
    .join('|')})[0-9A-Za-z]+|whsec_[0-9A-Za-z+/]+=*`,
  'g',
)

/** What a webhook signs with. It is used, so it is kept as it is and not as a hash. */
export function newSigningSecret(): Buffer {
  return randomBytes(32)
}

/** As Standard Webhooks writes it. */
export function signingSecretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}

export function newSecret(kind: SecretKind): string {
  const { prefix, length } = KINDS[kind]
  const random = randomBase62(length)
  return prefix + random + checksum(prefix + random)
}

/** Each character is as likely as any other: bytes from the last, incomplete round of the alphabet are not used. */
function randomBase62(length: number): string {
  const even = 256 - (256 % BASE62.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length))
      if (byte < even && text.length < length) text += BASE62[byte % BASE62.length]
  }
  return text
}

/** A typo or a truncated key fails its checksum, so it is refused without a look-up. */
export function isSecret(kind: SecretKind, text: string): boolean {
  const { prefix, length } = KINDS[kind]
  if (text.length !== prefix.length + length + CHECKSUM_LENGTH || !text.startsWith(prefix)) return false
  const body = text.slice(0, -CHECKSUM_LENGTH)
  return checksum(body) === text.slice(-CHECKSUM_LENGTH)
}

/** 256 random bits: public, but not guessable. Hexadecimal: forms of DNS providers change capitals. */
export function newChallenge(): string {
  return randomBytes(32).toString('hex')
}

/** The stored form of a secret. A plain hash is enough: 256 random bits cannot be guessed offline. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = BASE62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
