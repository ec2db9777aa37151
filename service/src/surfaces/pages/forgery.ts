import type { FastifyRequest } from 'fastify'
import { csrfRejected, Problem } from '../../foundation/problems/index.ts'

/**
 * Checks every form and every request of a script. A browser says where a request comes from, and no page can change that: if it sends
 * Sec-Fetch-Site, that decides, otherwise Origin does. A request with neither header does not come from a current browser and is refused.
 */
export function refuseForgery(
  { headers: { origin, 'sec-fetch-site': site } }: FastifyRequest,
  boardOrigin: string,
): void {
  // If a page sends no referrer, the origin of its form is "null", which says nothing; for a foreign page the site is "cross-site".
  const isOwn =
    site === undefined ? origin === boardOrigin : site === 'same-origin' && isOwnOrUnknown(origin, boardOrigin)
  if (!isOwn) throw new Problem(csrfRejected)
}

function isOwnOrUnknown(origin: string | undefined, boardOrigin: string): boolean {
  return origin === undefined || origin === 'null' || origin === boardOrigin
}
