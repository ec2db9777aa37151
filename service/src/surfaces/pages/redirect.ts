import type { FastifyReply, FastifyRequest } from 'fastify'

/** Asked for again each time: a title, a domain or a merge can change back, and a browser never forgets a permanent redirect. */
export function redirect(reply: FastifyReply, address: string, status: 301 | 303 | 308): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, status)
}

/** The path and query that were asked for, also where the request line names the host a second time. */
export function pathOf({ url }: FastifyRequest): string {
  return url.startsWith('/') ? url : `/${url.replace(/^[a-z]+:\/\/[^/?#]*\/?/i, '')}`
}
