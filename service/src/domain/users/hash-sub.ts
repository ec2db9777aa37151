import { createHash } from 'node:crypto'

/** An erasure is remembered without the sub itself. */
export function hashSub(sub: string): Buffer {
  return createHash('sha256').update(sub).digest()
}
