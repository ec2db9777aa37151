import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createApp, parseBodiesAsJson } from '../http/index.ts'
import type { ApiContext } from './context.ts'
import { answerPreflights } from './cors.ts'
import { routesOn } from './endpoint.ts'
import { me } from './me.ts'
import { openapi, openapiOptions } from './openapi.ts'
import * as posts from './posts.ts'
import { projectDirectory } from './project-directory.ts'
import { parseQuery } from './query.ts'
import { sharedSchemas } from './schema.ts'
import { exchange, signOut } from './sessions.ts'
import { addKey, checkToken, listKeys, rejectedSignIns, retireKey, revokeKey } from './signing-keys.ts'
import { ban, endUserSessions, erase, unban } from './users.ts'
import { version } from './version.ts'
import * as votes from './votes.ts'

/** Every route of /v1, ordered by trust. */
function routes(api: FastifyInstance, context: ApiContext): void {
  const on = routesOn(context)

  // Open to everyone
  api.get('/version', on(version(context.version)))
  api.get('/openapi.json', on(openapi(api)))
  answerPreflights(api, context)

  // An app, by its publishable key
  api.post('/sessions/sso', on(exchange))

  // Whoever may read the board; a server by a scope
  api.get('/posts', on(posts.list))
  api.get('/posts/similar', on(posts.similar))
  api.get('/posts/:id', on(posts.get))

  // A signed-in user, or a server by a scope
  api.post('/posts', on(posts.create))
  api.patch('/posts/:id', on(posts.edit))
  api.delete('/posts/:id', on(posts.remove))

  // A signed-in user
  api.put('/posts/:id/vote', on(votes.vote))
  api.delete('/posts/:id/vote', on(votes.unvote))
  api.put('/posts/:id/follow', on(votes.follow))
  api.delete('/posts/:id/follow', on(votes.unfollow))
  api.delete('/sessions/current', on(signOut))
  api.get('/me', on(me))

  // A server, by a scope of its secret key
  api.get('/posts/:id/votes', on(votes.voters))
  api.put('/posts/:id/votes/:user_id', on(votes.voteFor))
  api.delete('/posts/:id/votes/:user_id', on(votes.unvoteFor))
  api.get('/signing_keys', on(listKeys))
  api.post('/signing_keys', on(addKey))
  api.post('/signing_keys/check_token', on(checkToken))
  api.post('/signing_keys/:kid/retire', on(retireKey))
  api.post('/signing_keys/:kid/revoke', on(revokeKey))
  api.get('/rejected_sign_ins', on(rejectedSignIns))
  api.post('/users/:id/ban', on(ban))
  api.post('/users/:id/unban', on(unban))
  api.post('/users/:id/erase', on(erase))
  api.delete('/users/:id/sessions', on(endUserSessions))
}

export async function apiSurface(options: Omit<ApiContext, 'projects'>): Promise<FastifyInstance> {
  const context: ApiContext = { ...options, projects: projectDirectory() }
  const app = createApp(context, {
    bodyLimit: 65_536,
    trustProxy: context.trustedProxies.length > 0 ? [...context.trustedProxies] : false,
    routerOptions: { querystringParser: parseQuery },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
  })
  parseBodiesAsJson(app)
  for (const schema of sharedSchemas.values()) app.addSchema(schema)
  await app.register(swagger, openapiOptions({ apiOrigin: context.places.apiOrigin, version: context.version }))
  await app.register(async (api) => routes(api, context), { prefix: '/v1' })
  return app
}
