import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify'
import type { Log } from '../../foundation/log/index.ts'
import type { RequestMeter } from '../../foundation/metrics/index.ts'
import { answerProblem, answerProblems } from './answer-problems.ts'
import { requestIdOf } from './front-door.ts'
import { observeRequests } from './observe.ts'
import type { ProblemWriter } from './problem-writer.ts'

/** What every surface is given. */
export interface SurfaceOptions {
  readonly write: ProblemWriter
  readonly log: Log
  readonly meter: RequestMeter
}

/** An empty surface: failures, request ids and measuring are the same everywhere; the rest is its own policy. */
export function createApp(
  surface: SurfaceOptions,
  options: Pick<FastifyServerOptions, 'bodyLimit' | 'ajv'> = {},
): FastifyInstance {
  const app = fastify({
    ...options,
    genReqId: requestIdOf,
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply, surface),
  })
  answerProblems(app, surface)
  observeRequests(app, surface)
  return app
}
