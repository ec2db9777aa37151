import type { FastifyInstance } from 'fastify'
import type { Log } from '../../foundation/log/index.ts'
import type { RequestMeter } from '../../foundation/metrics/index.ts'

/** Counts and times every answer. The log names the route, never the address: an address may hold what must not be kept. */
export function observeRequests(app: FastifyInstance, { log, meter }: { log: Log; meter: RequestMeter }): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched'
    const seconds = reply.elapsedTime / 1000
    meter({ method: request.method, route, status: reply.statusCode, seconds })
    if (log.isLevelEnabled('debug')) {
      log.debug(
        { request_id: request.id, method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime },
        'request',
      )
    }
    done()
  })
}
