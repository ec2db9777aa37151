import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, Problem, unavailable } from '../../foundation/problems/index.ts'
import { hashSecret } from '../../foundation/secrets/index.ts'
import type { Database } from '../../foundation/storage/index.ts'
import { createApp, type SurfaceOptions } from '../http/index.ts'

const CLOCKS_AGREE_MS = 5_000
export const OPERATIONS_PATH = /^\/(?:healthz|readyz|metrics)(?:\?|$)/

export interface OperationsOptions extends SurfaceOptions {
  readonly database: Database
  readonly metricsToken: string | undefined
  readonly metrics: () => Promise<{ type: string; text: string }>
  readonly stopping: () => boolean
}

/** For whoever runs the service. Answers on every host name: a probe knows an address, not a name. */
export function operationsSurface(options: OperationsOptions): FastifyInstance {
  const app = createApp(options)
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    await refuseUnready(options)
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request, options.metricsToken)) throw new Problem(notFound)
    const { type, text } = await options.metrics()
    return reply.type(type).header('cache-control', 'no-store').send(text)
  })
  return app
}

async function refuseUnready({ database, stopping }: OperationsOptions): Promise<void> {
  if (stopping())
    throw new Problem(unavailable, { detail: 'The service is stopping.', headers: { 'retry-after': '1' } })
  // Migrations ran before anything listened; what can still be wrong is the database itself, and the clock.
  await database.sql`select version from schema_migrations limit 1`
  const aheadMs = Math.round(database.clock.aheadMs())
  if (Math.abs(aheadMs) <= CLOCKS_AGREE_MS) return
  throw new Problem(unavailable, {
    detail: `This machine's clock is ${Math.abs(aheadMs)} ms ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's; at most ${CLOCKS_AGREE_MS} are allowed. Set the clocks by NTP.`,
    headers: { 'retry-after': '10' },
  })
}

/** A bearer token, or a direct connection from this machine; what a proxy passes on is not from this machine. */
function maySeeMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const given = request.headers.authorization?.match(/^Bearer (.+)$/)?.[1]
  if (token !== undefined && given !== undefined) return timingSafeEqual(hashSecret(given), hashSecret(token))
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  )
  return !forwarded && /^(?:127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
}
