import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** What the contract asks for in every answer of the API: what nobody may do with it, and who may store it. */
const OF_API = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  vary: 'Origin, X-Project-Key, Authorization, Accept-Encoding',
}

/** The same for a page. */
export const OF_PAGE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  vary: 'Accept-Language, Cookie, Accept-Encoding',
}

/** The reply with these headers, and with the name of the request. */
export function withHeaders(reply: FastifyReply, headers: Readonly<Record<string, string>> = OF_API): FastifyReply {
  return reply.headers(headers).header('request-id', `req_${randomUUID()}`)
}
