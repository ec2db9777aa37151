import type { FastifyReply, FastifyRequest } from 'fastify'

/** Never cached: a title, a domain or a merge can change back, and a browser never forgets a permanent redirect. */
export function redirect(reply: FastifyReply, address: string, status: 301 | 303 | 308): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, status)
}

/** The requested path and query, even if the request line also contains the host. */
export function pathOf({ url }: FastifyRequest): string {
  return url.startsWith('/') ? url : `/${url.replace(/^[a-z]+:\/\/[^/?#]*\/?/i, '')}`
}
