import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createApp, parseBodiesAsJson, type SurfaceOptions } from '../http/index.ts'
import { openapi, openapiOptions } from './openapi.ts'
import { version } from './version.ts'

export interface ApiOptions extends SurfaceOptions {
  readonly apiOrigin: string
  readonly version: string
}

/** Every route of /v1, ordered by trust. */
function routes(api: FastifyInstance, options: ApiOptions): void {
  // Open to everyone
  api.get('/version', version(options.version))
  api.get('/openapi.json', openapi(api))
}

export async function apiSurface(options: ApiOptions): Promise<FastifyInstance> {
  const app = createApp(options, {
    bodyLimit: 65_536,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
  })
  parseBodiesAsJson(app)
  await app.register(swagger, openapiOptions(options))
  await app.register(async (api) => routes(api, options), { prefix: '/v1' })
  return app
}
