import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newCall } from '../../domain/call/index.ts'
import { isAllowedOrigin, type Project } from '../../domain/projects/index.ts'
import { notFound, Problem, type ProblemKind } from '../../foundation/problems/index.ts'
import { addressOf, openDirectory, READS } from '../http/index.ts'
import type { ApiContext } from './context.ts'

export const originNotAllowed = {
  code: 'origin_not_allowed',
  status: 403,
  title: 'Pages of this origin may not call the API for this project.',
  remedy: 'Add the exact origin (scheme, host and port) to the project’s allowed origins.',
} as const satisfies ProblemKind

const EXPOSED = 'Idempotent-Replayed, Retry-After, RateLimit, RateLimit-Policy, Request-Id, ETag'
const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Project-Key'
const PREFLIGHT_LASTS_SECONDS = '7200'

/** Checks the Origin against the project's list. A request without an Origin does not come from a page, so nothing is checked. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, project: Project): void {
  const { origin } = request.headers
  if (origin === undefined) return
  if (!project.allowedOrigins.includes(origin)) throw new Problem(originNotAllowed)
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED)
}

/** A preflight names no project, so it is answered for an origin that any project allows. Never with credentials. */
export function answerPreflights(api: FastifyInstance, { database, places, now, limits }: ApiContext): void {
  const origins = openDirectory<true>()
  api.options('/*', { schema: { hide: true } }, async (request, reply) => {
    const { origin, 'access-control-request-method': method } = request.headers
    if (origin === undefined || method === undefined) throw new Problem(notFound)
    reply.code(204)
    const guesser = { limits, limit: READS, address: addressOf(request) }
    const look = async () => (await isAllowedOrigin(newCall(database, places, now()), origin)) || undefined
    if (await origins.find(origin, guesser, look)) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': HEADERS,
        'access-control-max-age': PREFLIGHT_LASTS_SECONDS,
      })
    }
    return reply.send()
  })
}
