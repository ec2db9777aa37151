import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { rangesOf } from '../../foundation/egress/index.ts'
import { hashSecret } from '../../foundation/secrets/index.ts'

/** Each of them says that a proxy passed the request on for somebody else. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** A bearer token, or a direct connection from this machine. */
export function maySeeMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const given = request.headers.authorization?.match(/^Bearer (.+)$/)?.[1]
  if (token !== undefined && given !== undefined) return timingSafeEqual(hashSecret(given), hashSecret(token))
  return isDirect(request) && isOfThisMachine(request)
}

/** The proxy itself, not a visitor through it: a direct connection from this machine or from a trusted proxy. */
export function proxyAsks(trustedProxies: readonly string[]): (request: FastifyRequest) => boolean {
  const proxies = rangesOf(trustedProxies)
  return (request) =>
    isDirect(request) && (isOfThisMachine(request) || proxies.has(request.socket.remoteAddress ?? '::'))
}

function isDirect({ headers }: FastifyRequest): boolean {
  return FORWARDING.every((name) => headers[name] === undefined)
}

function isOfThisMachine({ socket }: FastifyRequest): boolean {
  return /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}
