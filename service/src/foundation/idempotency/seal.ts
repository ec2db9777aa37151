import { createHash, hkdfSync } from 'node:crypto'
import { sealText, unsealText } from '../secrets/index.ts'

/** Data that only the caller has: the key it chose and the bytes it sent. Neither can be found from the other. */
export interface CallerSecret {
  readonly key: string
  readonly body: Buffer
}

/** Under a key that is not stored anywhere: a copy of the database cannot read the answer. */
export function seal(text: string, secret: CallerSecret, context: string): Buffer {
  return sealText(sealingKey(secret, context), text)
}

export function unseal(sealed: Buffer, secret: CallerSecret, context: string): string {
  return unsealText(sealingKey(secret, context), sealed)
}

function sealingKey({ key, body }: CallerSecret, context: string): Buffer {
  const material = createHash('sha256').update(`${key.length}:${key}`).update(body).digest()
  return Buffer.from(hkdfSync('sha256', material, context, 'kept answer', 32))
}
