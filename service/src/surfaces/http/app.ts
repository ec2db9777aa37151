import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
} from 'fastify'
import type { Log } from '../../foundation/log/index.ts'
import type { RequestMeter } from '../../foundation/metrics/index.ts'
import { type Answering, answerProblem, answerProblems } from './answer-problems.ts'
import { lazyCompilers } from './compilers.ts'
import { admitRequest, observer } from './observe.ts'
import type { ProblemWriter } from './problem-writer.ts'

/** The options of every surface. */
export interface SurfaceOptions {
  readonly write: ProblemWriter
  readonly log: Log
  readonly meter: RequestMeter
  /** On every answer of the surface, failures included. */
  readonly headers: Readonly<Record<string, string>>
  /** A request that may have changed something was answered. */
  readonly onWrite?: () => void
}

/** An empty surface. Errors, request ids and measuring are the same everywhere; everything else is the policy of the surface. */
export function createApp(
  surface: SurfaceOptions,
  options: Pick<FastifyServerOptions, 'bodyLimit' | 'ajv' | 'trustProxy' | 'routerOptions'> = {},
  present?: Answering['present'],
): FastifyInstance {
  const answering = { ...surface, observe: observer(surface), ...(present && { present }) }
  const app = fastify({
    ...options,
    genReqId: admitRequest,
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: lazyCompilers },
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply, answering),
  })
  wrapHandlers(app, answering, surface.onWrite)
  answerProblems(app, answering)
  return app
}

/** The common parts of all answers are set around the handlers and not in hooks, because every request would pay for each hook. */
function wrapHandlers(app: FastifyInstance, { headers, observe }: Answering, onWrite = () => {}): void {
  app.addHook('onRoute', (route) => {
    const { url } = route
    const handle = route.handler as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> // all of ours are async
    route.handler = (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(headers).header('request-id', request.id)
      const answer = handle.call(app, request, reply)
      // Runs beside the answer and does not delay it. Refusals are observed where they are written.
      answer.then(
        () => {
          observe(request, url, reply.statusCode)
          if (request.method !== 'GET' && request.method !== 'HEAD') onWrite()
        },
        () => {},
      )
      return answer
    }
  })
}
