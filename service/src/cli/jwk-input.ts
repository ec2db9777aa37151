import { keyInvalid, readKeyText } from '../domain/signing-keys/index.ts'
import { Problem } from '../foundation/problems/index.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import { readInput } from './read-input.ts'

/** The JWK of what the file holds, for the rules of signing keys to judge. Nothing of it is ever repeated: it may be private. */
export async function readJwk(source: string, terminal: Terminal): Promise<unknown> {
  if (/[{\n]|-----/.test(source)) {
    throw new UsageError('--jwk takes the name of a file, or - for standard input, not the key itself.')
  }
  const bytes = await readInput(source, 'public key', terminal)
  if (!bytes) throw new Problem(keyInvalid, { detail: 'This is too long for a key: a JWK has about 200 bytes.' })
  return readKeyText(bytes)
}
