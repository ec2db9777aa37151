import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ReaderCall, readAside } from '../../../domain/call/index.ts'
import { queryOf } from '../../pages/index.ts'
import type { BoardContext } from './context.ts'

/** How far the database was when this browser last sent a form. By then it must be there, however old a page may be. */
const WROTE_COOKIE = 'wrote'
/** A replica that is used is never this far behind. */
const KEPT_SECONDS = 60
/** No database is so far: only the primary answers. */
const ONLY_PRIMARY = 10 ** 15 - 1

/** Reads what the visitor asked for, perhaps a moment old, but with everything that they wrote. `work` may run twice. */
export function readForVisitor<Result>(
  { cookies }: BoardContext,
  call: ReaderCall,
  request: FastifyRequest,
  work: (call: ReaderCall) => Promise<Result>,
): Promise<Result> {
  if (!call.replicas) return work(call)
  const wrote = wroteIn(cookies.read(request, WROTE_COOKIE))
  return readAside(call, { wrote, isLaterPage: queryOf(request).cursor !== undefined }, work)
}

/**
 * Visitors may write anything into a cookie. A wrong one only makes them read the primary. Without one nobody knows: whoever is signed in may have written
 * through the widget.
 */
function wroteIn(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  return /^\d{1,15}$/.test(value) ? Number(value) : ONLY_PRIMARY
}

/** After a form that was accepted, the browser keeps how far the database is. All that somebody does without a form, such as following a link, only reads. */
export function noteWrites(app: FastifyInstance, { cookies, database: { replicas } }: BoardContext): void {
  if (!replicas) return
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 400) return
    const position = await replicas.position().catch(() => ONLY_PRIMARY)
    cookies.write(reply, WROTE_COOKIE, String(position), KEPT_SECONDS)
  })
}
