import { host } from './host.ts'

/**
 * 128 bits that no other call has. React Native has no `crypto`, and a page without https has no `randomUUID`. A key must be unique but need not be
 * secret, so `Math.random` is enough if there is nothing better.
 */
export function newIdempotencyKey(): string {
  const { crypto } = host
  if (crypto?.randomUUID) return crypto.randomUUID()
  const words = new Uint32Array(4)
  if (crypto?.getRandomValues) crypto.getRandomValues(words)
  else for (let at = 0; at < 4; at += 1) words[at] = Math.random() * 2 ** 32
  let key = ''
  for (let at = 0; at < 4; at += 1) key += (words[at] ?? 0).toString(16).padStart(8, '0')
  return key
}
