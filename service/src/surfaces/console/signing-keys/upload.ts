import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { addSigningKey, privateKeyRejected, readKeyText } from '../../../domain/signing-keys/index.ts'
import type { Problem } from '../../../foundation/problems/index.ts'
import { makeOnce, membersOf, textIn } from '../../pages/index.ts'

/** Adds the key that a form or a script sent, and returns the next address. */
export function addKeyOf(
  call: OperatorCall<'signing_keys:write'>,
  request: FastifyRequest,
  to: string,
): Promise<string> {
  const { jwk, kid } = membersOf(request)
  const key = typeof jwk === 'object' ? jwk : readKeyText(Buffer.from(textIn(jwk))) // a script sends an object, a form a text
  const upload = { jwk: key, ...(textIn(kid).trim() && { kid: textIn(kid).trim() }) }
  return makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
    await addSigningKey(call, upload)
    return to
  })
}

/** The typed text for the form; a private key is never shown again. */
export function typedKey(error: Problem, request: FastifyRequest): string {
  return error.kind === privateKeyRejected ? '' : textIn(membersOf(request).jwk).slice(0, 4000)
}
