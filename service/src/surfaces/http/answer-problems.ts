import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Log, limitRepeats } from '../../foundation/log/index.ts'
import {
  bodyTooLarge,
  internalError,
  invalidJson,
  invalidRequest,
  notFound,
  Problem,
  type ProblemKind,
  unsupportedMediaType,
} from '../../foundation/problems/index.ts'
import type { Observer } from './observe.ts'
import type { ProblemWriter } from './problem-writer.ts'

/** At most this many faults of a body are listed. */
const MOST_ERRORS = 20

/** The framework's own errors, by their kind in our catalogue. */
const FRAMEWORK: Readonly<Record<string, ProblemKind>> = {
  FST_ERR_BAD_URL: notFound,
  FST_ERR_NOT_FOUND: notFound,
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
  FST_ERR_CTP_INVALID_JSON_BODY: invalidJson,
  FST_ERR_CTP_EMPTY_JSON_BODY: invalidJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: invalidRequest,
}

export interface Answering {
  readonly write: ProblemWriter
  readonly log: Log
  readonly headers: Readonly<Record<string, string>>
  readonly observe: Observer
  /** A page for people instead of a body for programs; undefined if a program asked. */
  readonly present?: (problem: Problem, request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>
}

export function answerProblems(app: FastifyInstance, answering: Answering): void {
  app.setNotFoundHandler(() => {
    throw new Problem(notFound)
  })
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, answering))
}

/** Answers with a page if the surface has one for the problem, otherwise with the body of a problem. */
export async function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { write, log, observe, headers: always, present }: Answering,
): Promise<FastifyReply> {
  // An unknown path is a 404, whatever else is wrong with the request.
  const problem = request.is404 ? new Problem(notFound) : problemOf(error)
  if (problem.kind.status >= 500) {
    const fields = { request_id: request.id, route: request.routeOptions.url, err: problem.cause ?? problem }
    // When the database is out of reach, all requests fail alike, so one log line is enough. Unexpected errors are looked up by request id, so each is logged.
    if (problem.kind.status === 503) limitRepeats(log).error(fields, problem.kind.code)
    else log.error(fields, problem.kind.code)
  }
  const page = await present?.(problem, request, reply).catch(() => undefined) // if the page fails, the body is sent
  const { status, headers, body } = write(problem, { id: request.id, path: request.url })
  observe(request, request.routeOptions.url ?? 'unmatched', status, problem.kind.code)
  // The common headers are set around handlers, and most refusals never reach one.
  const shown = page === undefined ? headers : { ...headers, 'content-type': 'text/html; charset=utf-8' }
  return reply
    .code(status)
    .headers({ ...always, 'request-id': request.id, ...shown, ...(page !== undefined && ownPolicy(reply)) })
    .serializer(String)
    .send(page ?? body)
}

/** A page has its own policies, which are already set. */
function ownPolicy(reply: FastifyReply): Record<string, string> {
  const own: Record<string, string> = {}
  for (const name of ['content-security-policy', 'referrer-policy']) {
    const value = reply.getHeader(name)
    if (typeof value === 'string') own[name] = value
  }
  return own
}

/** Turns anything thrown into an entry of the catalogue. An unexpected error is a 500 that does not say its cause. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode, validation, validationContext } = error as Partial<FastifyError>
  if (validation) {
    const errors = validation.slice(0, MOST_ERRORS).map(({ instancePath, message, params }) => ({
      pointer: `${validationContext === 'body' ? '' : `/${validationContext}`}${instancePath}${memberOf(params)}`,
      detail: Array.isArray(params.allowedValues)
        ? `must be one of ${params.allowedValues.join(', ')}`
        : (message ?? 'does not fit'),
    }))
    return new Problem(invalidRequest, { errors, reason: error })
  }
  const kind = FRAMEWORK[code ?? ''] ?? (statusCode && statusCode < 500 ? invalidRequest : internalError)
  return new Problem(kind, { reason: error })
}

/** Validators report a missing or unknown member at its parent; the caller wants to see the member. */
function memberOf(params: Record<string, unknown>): string {
  const name = params.missingProperty ?? params.additionalProperty
  return typeof name === 'string' ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 100)}` : ''
}
