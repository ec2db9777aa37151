import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { newId } from '../../foundation/ids/index.ts'
import { noteRequest } from '../../foundation/jobs/index.ts'
import type { Log } from '../../foundation/log/index.ts'
import type { RequestMeter } from '../../foundation/metrics/index.ts'

/** `code`: that of the problem, where the answer is one. */
export type Observer = (request: FastifyRequest, route: string, status: number, code?: string) => void

const arrivals = Symbol('when the head of a request had arrived')
type Arrived = IncomingMessage & { [arrivals]?: number }

/** Names a request; it is the first thing that happens to one, so its clock starts here too. */
export function admitRequest(request: Arrived): string {
  const now = performance.now()
  request[arrivals] = now
  noteRequest(now)
  return newId('request')
}

/**
 * Counts and times an answer, from the arrival of the request's head to the moment the answer is decided. The log names the route and never the
 * address, which may contain data that must not be kept.
 */
export function observer({ log, meter }: { log: Log; meter: RequestMeter }): Observer {
  return (request, route, status, code) => {
    const now = performance.now()
    const ms = now - ((request.raw as Arrived)[arrivals] ?? now) // every raw request passed admitRequest
    const seen = { method: request.method, route, status }
    meter(seen, ms / 1000, code)
    if (log.isLevelEnabled('debug')) log.debug({ request_id: request.id, ...seen, ms }, 'request')
  }
}
