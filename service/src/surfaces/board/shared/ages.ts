import type { FastifyRequest } from 'fastify'

/** When the oldest part of a page was read that several requests share. */
const oldest = new WeakMap<FastifyRequest, number>()

/** Notes when a part of the page was read, by `performance.now`. */
export function noteRead(request: FastifyRequest, at: number): void {
  oldest.set(request, Math.min(at, oldest.get(request) ?? at))
}

/** Undefined if all of the page was read for this request. */
export function oldestPartOf(request: FastifyRequest): number | undefined {
  return oldest.get(request)
}
