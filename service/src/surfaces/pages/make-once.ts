import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { joined, type ProjectCall } from '../../domain/call/index.ts'
import { idempotencyInProgress, runOnce } from '../../foundation/idempotency/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { membersOf, textIn } from './body.ts'

const FORM_ID = /^[\w-]{22}$/
const WAIT_MS = 50
const MOST_WAITS = 100

/**
 * What a form makes, once: a second click, a reload and the way back send the same text under the same id of a page, and lead where the
 * first led. Another text is another form. `make` answers with the address of what it made, in the transaction that also keeps it.
 */
export async function makeOnce<C extends ProjectCall>(
  call: C,
  { caller, userId }: { readonly caller: string; readonly userId?: string },
  request: FastifyRequest,
  make: (call: C) => Promise<string>,
): Promise<string> {
  const form = membersOf(request)
  if (!FORM_ID.test(textIn(form.form_id))) return make(call)
  const body = Buffer.from(JSON.stringify(form))
  const asked = {
    projectId: call.project.id,
    caller,
    key: createHash('sha256').update(`${request.url}\n`).update(body).digest('base64url'),
    method: request.method,
    path: request.url,
    body,
    now: call.now,
  }
  const work = () =>
    runOnce(
      call.transaction,
      asked,
      async (sql) => ({ status: 303, headers: {}, body: await make(joined(call, sql)), ...(userId && { userId }) }),
      () => undefined, // a form that was refused may be sent again
    )
  return (await patiently(work)).answer.body
}

/** Of two clicks the browser shows the answer to the second, which therefore waits for the first. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await work()
    } catch (error) {
      const isEarly = error instanceof Problem && error.kind === idempotencyInProgress
      if (!isEarly || waits === MOST_WAITS) throw error
      await new Promise((wake) => setTimeout(wake, WAIT_MS))
    }
  }
}
