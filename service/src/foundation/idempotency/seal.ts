import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const WHOLE_TAG = { authTagLength: TAG_BYTES } // without it a tag that was cut short would be accepted

/** Data that only the caller has: the key it chose and the bytes it sent. Neither can be found from the other. */
export interface CallerSecret {
  readonly key: string
  readonly body: Buffer
}

/** AES-256-GCM under a key that is not stored anywhere: a copy of the database cannot read the answer. */
export function seal(text: string, secret: CallerSecret, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret, context), nonce, WHOLE_TAG)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function unseal(sealed: Buffer, secret: CallerSecret, context: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret, context), nonce, WHOLE_TAG)
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

function sealingKey({ key, body }: CallerSecret, context: string): Buffer {
  const material = createHash('sha256').update(`${key.length}:${key}`).update(body).digest()
  return Buffer.from(hkdfSync('sha256', material, context, 'kept answer', 32))
}
