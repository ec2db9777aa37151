import { keyInvalid } from '../domain/signing-keys/index.ts'
import { JsonFault, parseJson } from '../foundation/json/index.ts'
import { Problem } from '../foundation/problems/index.ts'
import { readInput } from './read-input.ts'
import { type Terminal, UsageError } from './terminal.ts'

const FROM_PEM = `node -p "JSON.stringify(crypto.createPublicKey(fs.readFileSync('public.pem')).export({format: 'jwk'}))"`

/** What the file holds, for the rules of signing keys to judge. Nothing of it is ever repeated: it may be private. */
export async function readJwk(source: string, terminal: Terminal): Promise<unknown> {
  if (/[{\n]|-----/.test(source)) {
    throw new UsageError('--jwk takes the name of a file, or - for standard input, and not the key itself.')
  }
  const bytes = await readInput(source, 'public JWK', terminal)
  if (!bytes) throw refusal('This is far more than a key: a JWK has about 200 bytes.')
  try {
    return parseJson(bytes)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    const text = bytes.toString('latin1')
    if (text.includes('PRIVATE KEY-----')) return text // the rules know it for what it is
    if (text.includes('PUBLIC KEY-----')) throw refusal(`This is PEM. Make a JWK of it: ${FROM_PEM}`)
    throw refusal(`This is no JWK, because ${error.message}.`)
  }
}

function refusal(detail: string): Problem {
  return new Problem(keyInvalid, { detail })
}
