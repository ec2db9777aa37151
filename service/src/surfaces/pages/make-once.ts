import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { onTransaction, type ProjectCall } from '../../domain/call/index.ts'
import { idempotencyInProgress, runOnce } from '../../foundation/idempotency/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { membersOf, textIn } from './body.ts'

const FORM_ID = /^[\w-]{22}$/
const WAIT_MS = 50
const MOST_WAITS = 100

/**
 * Runs `make` once for a form: a second click, a reload or the back button sends the same text with the same id of a page, and gets the
 * first answer again. Another text is another form. `make` returns the address of what it made; the same transaction keeps it.
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
      async (sql) => ({
        status: 303,
        headers: {},
        body: await make(onTransaction(call, sql)),
        ...(userId && { userId }),
      }),
      () => undefined, // a form that was refused may be sent again
    )
  return (await patiently(work)).answer.body
}

/** After two clicks the browser shows the second answer, so the second request waits for the first. */
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
