import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { Database } from '../../foundation/storage/index.ts'
import { createApp, type SurfaceOptions } from '../http/index.ts'
import { maySeeMetrics, proxyAsks } from './callers.ts'
import { certificateRoute } from './certificates.ts'
import { readiness } from './readiness.ts'

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
  app.route({ method, url: '/readyz', handler: handler('ready', readiness(options)) })
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(request, options.metricsToken)) throw new Problem(notFound)
    const { type, text } = await options.metrics()
    return reply.type(type).header('cache-control', 'no-store').send(text)
  })
  const { mayHaveCertificate, trustedProxies } = options
  certificateRoute(app, { mayHaveCertificate, mayAsk: proxyAsks(trustedProxies) })
  return app
}
