import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Problem, unavailable } from '../../foundation/problems/index.ts'
import {
  type Database,
  hasOnlyWaited,
  misfitOf,
  type Refusal,
  within,
  writableProbe,
} from '../../foundation/storage/index.ts'
import { createApp, type SurfaceOptions } from '../http/index.ts'
import { maySeeMetrics, proxyAsks } from './callers.ts'
import { certificateRoute } from './certificates.ts'

const CLOCKS_AGREE_MS = 5_000
const ANSWER_WITHIN_MS = 2_000
const TAKES_NO_WRITES: Readonly<Record<Refusal, string>> = {
  'read-only': 'The database is read-only: it is a standby, or default_transaction_read_only is on. Use the primary.',
  'no room': 'The database has no room on its disk to write. Make room for it.',
}
export const OPERATIONS_PATH = /^\/(?:healthz|readyz|metrics|internal\/domains\/allowed)(?:\?|$)/

export interface OperationsOptions extends SurfaceOptions {
  readonly database: Database & { readonly schemaVersion: number }
  readonly metricsToken: string | undefined
  readonly trustedProxies: readonly string[]
  readonly mayHaveCertificate: (name: string) => Promise<boolean>
  readonly metrics: () => Promise<{ type: string; text: string }>
  readonly stopping: () => boolean
}

/** For monitoring, and for the proxy. Answers on every host name, because a probe often knows only an IP address. */
export function operationsSurface(options: OperationsOptions): FastifyInstance {
  const app = createApp(options)
  const method = ['GET', 'HEAD'] // some probes ask for the head alone
  const handler = (status: string, check: () => Promise<void>) => async (_: FastifyRequest, reply: FastifyReply) => {
    await check()
    return reply.header('cache-control', 'no-store').send({ status })
  }
  app.route({ method, url: '/healthz', handler: handler('ok', async () => {}) })
  const writable = writableProbe(options.database)
  app.route({ method, url: '/readyz', handler: handler('ready', () => refuseUnready(options, writable)) })
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request, options.metricsToken)) throw new Problem(notFound)
    const { type, text } = await options.metrics()
    return reply.type(type).header('cache-control', 'no-store').send(text)
  })
  const { mayHaveCertificate, trustedProxies } = options
  certificateRoute(app, { mayHaveCertificate, mayAsk: proxyAsks(trustedProxies) })
  return app
}

async function refuseUnready(
  { database, stopping }: OperationsOptions,
  writable: ReturnType<typeof writableProbe>,
): Promise<void> {
  if (stopping()) throw notReady('The service is stopping.')
  const [misfit, refusal] = await Promise.all([
    unlessCrowded(database, misfitOf(database.sql, database.schemaVersion)),
    unlessCrowded(database, writable()),
  ])
  if (refusal) throw notReady(TAKES_NO_WRITES[refusal])
  if (misfit !== undefined) throw notReady(misfit)
  const aheadMs = Math.round(database.clock.aheadMs())
  if (Math.abs(aheadMs) <= CLOCKS_AGREE_MS) return
  throw notReady(
    `This machine's clock is ${Math.abs(aheadMs)} ms ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's; at most ${CLOCKS_AGREE_MS} are allowed. Set the clocks by NTP.`,
  )
}

/** A balancer that left out a crowded process would send its crowd to the next one. So an answer that had to wait too long is done without. */
async function unlessCrowded<Answer>(database: Database, asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await within(ANSWER_WITHIN_MS, asked)
  } catch (error) {
    if (hasOnlyWaited(error) && database.isCrowded()) return undefined
    throw notReady('The database does not answer, or refuses the connection.', error)
  }
}

function notReady(detail: string, reason?: unknown): Problem {
  return new Problem(unavailable, { detail, reason, headers: { 'retry-after': '1' } })
}
