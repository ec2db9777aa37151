import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, Problem, unavailable } from '../../foundation/problems/index.ts'
import { within } from '../../foundation/storage/index.ts'

/** More names than this are not looked up at once. A flood of invented names waits at the proxy and not in the database. */
const MOST_AT_ONCE = 8
const ANSWER_WITHIN_MS = 2_000

export interface CertificateOptions {
  readonly mayHaveCertificate: (name: string) => Promise<boolean>
  readonly mayAsk: (request: FastifyRequest) => boolean
}

/**
 * For a proxy that gets certificates when somebody first opens a name. 200: it may get one. Every other answer means no: 404 for a name that is not
 * ours and for a caller who may not ask, 503 when the database does not answer.
 */
export function certificateRoute(app: FastifyInstance, { mayHaveCertificate, mayAsk }: CertificateOptions): void {
  let underWay = 0
  app.get('/internal/domains/allowed', async (request, reply) => {
    const { domain } = request.query as { readonly domain?: unknown } // read as it comes; a list is no name
    if (!mayAsk(request) || typeof domain !== 'string') throw new Problem(notFound)
    if (underWay >= MOST_AT_ONCE) throw notNow('Too many names are being looked up at this moment.')
    underWay += 1
    const asked = mayHaveCertificate(domain).finally(() => {
      underWay -= 1 // also if it was not waited for
    })
    const isAllowed = await within(ANSWER_WITHIN_MS, asked).catch((error: unknown) => {
      throw notNow('The database does not answer.', error)
    })
    if (!isAllowed) throw new Problem(notFound, { detail: 'No board is at this name, and no project has proved it.' })
    return reply.header('cache-control', 'no-store').send({ allowed: true })
  })
}

function notNow(detail: string, reason?: unknown): Problem {
  return new Problem(unavailable, { detail, reason, headers: { 'retry-after': '1' } })
}
