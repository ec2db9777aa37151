import { createPublicKey } from 'node:crypto'
import { JsonFault, parseJson } from '../../foundation/json/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { keyInvalid, privateKeyRejected } from './problems.ts'
import { looksPrivate } from './public-jwk.ts'

/**
 * Reads a key that a person pasted or keeps in a file: a JWK, or the public key in PEM, as openssl makes it. The rules of keys check it afterwards.
 */
export function readKeyText(bytes: Buffer): unknown {
  const text = bytes.toString().trim()
  if (looksPrivate(text)) throw new Problem(privateKeyRejected)
  if (text.startsWith('-----BEGIN PUBLIC KEY-----')) return fromPem(text)
  try {
    return parseJson(bytes)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    const detail = `This is no JWK, because ${error.message}. A public key in PEM begins with -----BEGIN PUBLIC KEY-----.`
    throw new Problem(keyInvalid, { detail })
  }
}

function fromPem(text: string): unknown {
  try {
    return createPublicKey({ key: text, format: 'pem' }).export({ format: 'jwk' })
  } catch {
    throw new Problem(keyInvalid, { detail: 'This PEM cannot be read. Copy it whole, with its first and last line.' })
  }
}
