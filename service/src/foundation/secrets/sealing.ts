import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const WHOLE_TAG = { authTagLength: TAG_BYTES } // without it a tag that was cut short would be accepted

/** AES-256-GCM. The same text is sealed to other bytes each time. It can be unsealed only with the same context, which is not part of it. */
export function sealText(key: CipherKey, text: string, context = ''): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, WHOLE_TAG).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws if it was not sealed with this key in this context. */
export function unsealText(key: CipherKey, sealed: Buffer, context = ''): string {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, WHOLE_TAG).setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
