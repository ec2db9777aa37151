import { keyInvalid, readKeyText } from '../domain/signing-keys/index.ts'
import { Problem } from '../foundation/problems/index.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import { readInput } from './read-input.ts'

/** Reads a JWK from a file; the rules of signing keys check it. No message repeats any of it: it may be private. */
export async function readJwk(source: string, terminal: Terminal): Promise<unknown> {
  if (/[{\n]|-----/.test(source)) {
    throw new UsageError('--jwk takes the name of a file, or - for standard input, not the key itself.')
  }
  const bytes = await readInput(source, 'public key', terminal)
  if (!bytes) throw new Problem(keyInvalid, { detail: 'This is too long for a key: a JWK has about 200 bytes.' })
  return readKeyText(bytes)
}
