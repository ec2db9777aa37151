import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify'
import { newId } from '../../foundation/ids/index.ts'
import type { Log } from '../../foundation/log/index.ts'
import type { RequestMeter } from '../../foundation/metrics/index.ts'
import { answerProblem, answerProblems } from './answer-problems.ts'
import { observeRequests } from './observe.ts'
import type { ProblemWriter } from './problem-writer.ts'

/** What every surface is given. */
export interface SurfaceOptions {
  readonly write: ProblemWriter
  readonly log: Log
  readonly meter: RequestMeter
  /** On every answer of the surface, failures included. */
  readonly headers: Readonly<Record<string, string>>
}

/** An empty surface: failures, request ids and measuring are the same everywhere; the rest is its own policy. */
export function createApp(
  surface: SurfaceOptions,
  options: Pick<FastifyServerOptions, 'bodyLimit' | 'ajv'> = {},
): FastifyInstance {
  const app = fastify({
    ...options,
    genReqId: () => newId('request'),
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply, surface),
  })
  // Set on the reply and not on the raw response, which would make Node merge and check them all again.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(surface.headers).header('request-id', request.id)
    done()
  })
  answerProblems(app, surface)
  observeRequests(app, surface)
  return app
}
