import swagger from '@fastify/swagger'
import { type FastifyInstance, fastify } from 'fastify'
import type { Log } from '../../foundation/log/index.ts'
import type { RequestMeter } from '../../foundation/metrics/index.ts'
import { answerProblems, observeRequests, type ProblemWriter, parseBodiesAsJson, requestIdOf } from '../http/index.ts'
import { openapi, openapiOptions } from './openapi.ts'
import { version } from './version.ts'

export interface ApiOptions {
  readonly apiOrigin: string
  readonly version: string
  readonly write: ProblemWriter
  readonly log: Log
  readonly meter: RequestMeter
}

/** Every route of /v1, ordered by trust. */
function routes(api: FastifyInstance, options: ApiOptions): void {
  // Open to everyone
  api.get('/version', version(options.version))
  api.get('/openapi.json', openapi(api))
}

export async function apiSurface(options: ApiOptions): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: requestIdOf,
    exposeHeadRoutes: false,
    bodyLimit: 65_536,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false, allErrors: false } },
    frameworkErrors: (error) => {
      throw error
    },
  })
  answerProblems(app, options.write, options.log)
  observeRequests(app, options.log, options.meter)
  parseBodiesAsJson(app)
  await app.register(swagger, openapiOptions(options))
  await app.register(async (api) => routes(api, options), { prefix: '/v1' })
  return app
}
