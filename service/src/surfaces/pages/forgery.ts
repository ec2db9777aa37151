import type { FastifyRequest } from 'fastify'
import { csrfRejected, Problem } from '../../foundation/problems/index.ts'

/**
 * Every form and every call of a script. A browser says where a request comes from, and no page can make it lie: where it names the site,
 * that decides, and otherwise the origin does. A request with neither header does not come from a current browser and is refused.
 */
export function refuseForgery(
  { headers: { origin, 'sec-fetch-site': site } }: FastifyRequest,
  boardOrigin: string,
): void {
  // From a page that sends no referrer the origin of a form is "null", which says nothing; of a foreign page the site says "cross-site".
  const isOwn =
    site === undefined ? origin === boardOrigin : site === 'same-origin' && isNobodyElse(origin, boardOrigin)
  if (!isOwn) throw new Problem(csrfRejected)
}

function isNobodyElse(origin: string | undefined, boardOrigin: string): boolean {
  return origin === undefined || origin === 'null' || origin === boardOrigin
}
