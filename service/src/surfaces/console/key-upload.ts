import { createPublicKey } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { addSigningKey, keyInvalid, looksPrivate, privateKeyRejected } from '../../domain/signing-keys/index.ts'
import { JsonFault, parseJson } from '../../foundation/json/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { madeOnce, membersOf, textIn } from '../pages/index.ts'
import type { ConsoleCall } from './routes.ts'

/** Adds the key that a form or a script sent, and answers with where to go then. */
export function addKeyOf(call: ConsoleCall, request: FastifyRequest, to: string): Promise<string> {
  const { jwk, kid } = membersOf(request)
  const upload = { jwk: keyIn(jwk), ...(textIn(kid).trim() && { kid: textIn(kid).trim() }) }
  return madeOnce(call, { caller: `${call.operator.id} console` }, request, async (call) => {
    await addSigningKey(call, upload)
    return to
  })
}

/** What was typed again into the form; nothing of a private key is ever said again. */
export function typedKey(error: Problem, request: FastifyRequest): string {
  return error.kind === privateKeyRejected ? '' : textIn(membersOf(request).jwk).slice(0, 4000)
}

/** A script sends an object, a form a text: a JWK, or the public key in PEM, which openssl makes. */
function keyIn(value: unknown): unknown {
  if (typeof value === 'object') return value
  const text = textIn(value).trim()
  if (looksPrivate(text)) throw new Problem(privateKeyRejected)
  if (text.startsWith('-----BEGIN PUBLIC KEY-----')) return fromPem(text)
  try {
    return parseJson(Buffer.from(text))
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    throw new Problem(keyInvalid, { detail: 'This is no JWK: it has to be one JSON object, from { to }.' })
  }
}

function fromPem(text: string): unknown {
  try {
    return createPublicKey({ key: text, format: 'pem' }).export({ format: 'jwk' })
  } catch {
    throw new Problem(keyInvalid, { detail: 'This PEM cannot be read. Copy it whole, with its first and last line.' })
  }
}
