import { parse } from 'node:querystring'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createApp, parseBodiesAsJson } from '../http/index.ts'
import { auditLog } from './audit-log.ts'
import { createBoardCode } from './board-codes.ts'
import * as categories from './categories.ts'
import * as changelog from './changelog.ts'
import * as changes from './changes.ts'
import * as comments from './comments.ts'
import type { ApiContext } from './context.ts'
import { answerPreflights } from './cors.ts'
import * as deliveries from './deliveries.ts'
import * as duplicates from './duplicates.ts'
import * as events from './events.ts'
import { exportAll } from './export.ts'
import * as fields from './fields.ts'
import * as files from './files.ts'
import * as imports from './imports.ts'
import * as insights from './insights.ts'
import * as mailSuppressions from './mail-suppressions.ts'
import { me, updateMe } from './me.ts'
import { exportMe } from './me-export.ts'
import { myFollows, myPosts, myVotes } from './me-lists.ts'
import * as notifications from './me-notifications.ts'
import * as moderation from './moderation.ts'
import { openapi, openapiOptions } from './openapi.ts'
import * as people from './people.ts'
import * as posts from './posts.ts'
import * as team from './posts-team.ts'
import * as writing from './posts-writing.ts'
import { preview } from './previews.ts'
import { putLogo, readProject, removeLogo, updateProject, verifyDomain } from './project.ts'
import { projectDirectory } from './project-directory.ts'
import * as roadmap from './roadmap.ts'
import { routesOn } from './routes.ts'
import { AUDIENCE, sharedSchemas } from './schema.ts'
import * as segments from './segments.ts'
import { exchange, signOut } from './sessions.ts'
import { addKey, checkToken, listKeys, rejectedSignIns, retireKey, revokeKey } from './signing-keys.ts'
import * as statuses from './statuses.ts'
import * as tags from './tags.ts'
import * as users from './users.ts'
import { version } from './version.ts'
import * as votes from './votes.ts'
import * as webhooks from './webhooks.ts'

/** A sub has up to 255 characters, each of up to twelve when it is percent-encoded. */
const LONGEST_PARAM = 255 * 12

/** All projects and users share the API's URLs, so caches must tell answers apart by these headers. */
const VARY = 'Origin, X-Project-Key, Authorization, Accept-Encoding'

/** Every route of /v1, ordered by trust. */
function routes(api: FastifyInstance, context: ApiContext): void {
  const on = routesOn(context)
  openRoutes(api, on, context)
  readerRoutes(api, on)
  userRoutes(api, on)
  contentRoutes(api, on)
  projectRoutes(api, on)
  importRoutes(api, on)
  eventRoutes(api, on)
}

type On = ReturnType<typeof routesOn>

/** Open to everyone, and to an app by its publishable key. */
function openRoutes(api: FastifyInstance, on: On, context: ApiContext): void {
  api.get('/version', on(version(context.version)))
  api.get('/openapi.json', on(openapi(api)))
  answerPreflights(api, context)
  api.post('/sessions/sso', on(exchange))
}

/** Callers who may read the board; a server by a scope. */
function readerRoutes(api: FastifyInstance, on: On): void {
  api.get('/project', on(readProject))
  api.get('/posts', on(posts.list))
  api.get('/posts/similar', on(posts.similar))
  api.get('/changes', on(changes.list))
  api.get('/posts/:id', on(posts.get))
  api.get('/posts/:id/comments', on(comments.listOfPost))
  api.get('/posts/:id/people', on(people.listOfPost))
  api.get('/comments', on(comments.list))
  api.get('/comments/:id', on(comments.get))
  api.get('/categories', on(categories.list))
  api.get('/categories/:id', on(categories.get))
  api.get('/fields', on(fields.list))
  api.get('/fields/:id', on(fields.get))
  api.get('/statuses', on(statuses.list))
  api.get('/statuses/:id', on(statuses.get))
  api.get('/tags', on(tags.list))
  api.get('/tags/:id', on(tags.get))
  api.get('/roadmap', on(roadmap.read))
  api.get('/changelog', on(changelog.list))
  api.get('/changelog/:id', on(changelog.get))
}

/** A signed-in user. */
function userRoutes(api: FastifyInstance, on: On): void {
  // Also a server, by a scope
  api.post('/posts', on(writing.create))
  api.patch('/posts/:id', on(writing.edit))
  api.delete('/posts/:id', on(writing.remove))
  api.post('/posts/:id/comments', on(comments.create))
  api.patch('/comments/:id', on(comments.edit))
  api.delete('/comments/:id', on(comments.remove))
  api.post('/files', on(files.create))

  // A user alone
  api.post('/previews', on(preview))
  api.put('/posts/:id/vote', on(votes.vote))
  api.delete('/posts/:id/vote', on(votes.unvote))
  api.put('/posts/:id/follow', on(votes.follow))
  api.delete('/posts/:id/follow', on(votes.unfollow))
  api.post('/reports', on(moderation.report))
  api.delete('/sessions/current', on(signOut))
  api.get('/me', on(me))
  api.patch('/me', on(updateMe))
  api.get('/me/posts', on(myPosts))
  api.get('/me/votes', on(myVotes))
  api.get('/me/follows', on(myFollows))
  api.get('/me/notifications', on(notifications.list))
  api.post('/me/notifications/read', on(notifications.read))
  api.get('/me/export', on(exportMe))
  api.post('/board_codes', on(createBoardCode))
}

/** What a server does with posts, by a scope of its secret key. */
function contentRoutes(api: FastifyInstance, on: On): void {
  api.get('/posts.csv', on(posts.csv))
  api.get('/posts/:id/votes', on(votes.voters))
  api.put('/posts/:id/votes/:user_id', on(votes.voteFor))
  api.delete('/posts/:id/votes/:user_id', on(votes.unvoteFor))
  api.put('/posts/:id/votes/by_sub/:sub', on(votes.voteForSub))
  api.delete('/posts/:id/votes/by_sub/:sub', on(votes.unvoteForSub))
  api.post('/posts/:id/status', on(team.status))
  api.post('/posts/:id/merge', on(team.merge))
  api.post('/posts/:id/unmerge', on(team.unmerge))
  api.get('/posts/:id/activity', on(team.activity))
  api.get('/moderation', on(moderation.list))
  api.post('/moderation/:id/approve', on(moderation.approve))
  api.post('/moderation/:id/reject', on(moderation.reject))
  api.get('/duplicates', on(duplicates.list))
  api.post('/duplicates/dismiss', on(duplicates.dismiss))
  api.post('/duplicates/reopen', on(duplicates.reopen))
  api.get('/segments', on(segments.list))
  api.post('/segments', on(segments.create))
  api.post('/segments/count', on(segments.preview))
  api.get('/segments/:id', on(segments.get))
  api.patch('/segments/:id', on(segments.edit))
  api.delete('/segments/:id', on(segments.remove))
  api.get('/segments/:id/count', on(segments.count))
  api.get('/segments/:id/users', on(segments.people))
  api.get('/insights/posts', on(insights.posts))
  api.get('/accounts', on(insights.accounts))
  api.get('/accounts/:name', on(insights.account))
  api.post('/categories', on(categories.create))
  api.patch('/categories/:id', on(categories.edit))
  api.delete('/categories/:id', on(categories.remove))
  api.post('/fields', on(fields.create))
  api.patch('/fields/:id', on(fields.edit))
  api.delete('/fields/:id', on(fields.remove))
  api.post('/statuses', on(statuses.create))
  api.patch('/statuses/:id', on(statuses.edit))
  api.delete('/statuses/:id', on(statuses.remove))
  api.post('/tags', on(tags.create))
  api.patch('/tags/:id', on(tags.edit))
  api.delete('/tags/:id', on(tags.remove))
  api.post('/changelog', on(changelog.create))
  api.patch('/changelog/:id', on(changelog.edit))
  api.delete('/changelog/:id', on(changelog.remove))
}

/** What a server does with people and the project itself, by a scope of its secret key. */
function projectRoutes(api: FastifyInstance, on: On): void {
  api.get('/signing_keys', on(listKeys))
  api.post('/signing_keys', on(addKey))
  api.post('/signing_keys/check_token', on(checkToken))
  api.post('/signing_keys/:kid/retire', on(retireKey))
  api.post('/signing_keys/:kid/revoke', on(revokeKey))
  api.get('/rejected_sign_ins', on(rejectedSignIns))
  api.get('/users', on(users.list))
  api.get('/users/:id', on(users.get))
  api.get('/users/by_sub/:sub', on(users.getBySub))
  api.put('/users/by_sub/:sub', on(users.putBySub))
  api.post('/users/:id/ban', on(users.ban))
  api.post('/users/:id/unban', on(users.unban))
  api.post('/users/:id/erase', on(users.erase))
  api.delete('/users/:id/sessions', on(users.endUserSessions))
  api.get('/mail_suppressions', on(mailSuppressions.list))
  api.post('/mail_suppressions', on(mailSuppressions.create))
  api.delete('/mail_suppressions/:id', on(mailSuppressions.remove))
  api.patch('/project', on(updateProject))
  api.put('/project/logo', on(putLogo))
  api.delete('/project/logo', on(removeLogo))
  api.post('/project/verify_domain', on(verifyDomain))
  api.get('/audit_log', on(auditLog))
  api.get('/export', on(exportAll))
}

/** What comes from elsewhere, for a server by a scope of its secret key. */
function importRoutes(api: FastifyInstance, on: On): void {
  api.get('/imports', on(imports.list))
  api.post('/imports', on(imports.create))
  api.get('/imports/:id', on(imports.get))
  api.post('/imports/:id/start', on(imports.start))
  api.post('/imports/:id/undo', on(imports.undo))
}

/** What leaves: events and webhooks, for a server by a scope of its secret key. */
function eventRoutes(api: FastifyInstance, on: On): void {
  api.get('/events', on(events.list))
  api.get('/webhooks', on(webhooks.list))
  api.post('/webhooks', on(webhooks.create))
  api.get('/webhooks/:id', on(webhooks.get))
  api.patch('/webhooks/:id', on(webhooks.edit))
  api.delete('/webhooks/:id', on(webhooks.remove))
  api.post('/webhooks/:id/rotate_secret', on(webhooks.rotate))
  api.post('/webhooks/:id/test', on(deliveries.test))
  api.get('/webhooks/:id/deliveries', on(deliveries.listOfWebhook))
  api.post('/webhooks/:id/redeliver_failed', on(deliveries.failedAgain))
  api.post('/webhooks/:id/replay', on(deliveries.replay))
  api.get('/deliveries/:id', on(deliveries.get))
  api.post('/deliveries/:id/redeliver', on(deliveries.again))
}

export async function apiSurface(options: Omit<ApiContext, 'projects'>): Promise<FastifyInstance> {
  const context: ApiContext = {
    ...options,
    headers: { ...options.headers, vary: VARY },
    projects: projectDirectory(),
  }
  const app = createApp(context, {
    bodyLimit: 65_536,
    trustProxy: context.trustedProxies.length > 0 ? [...context.trustedProxies] : false,
    routerOptions: { querystringParser: (text) => parse(text), maxParamLength: LONGEST_PARAM },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false, keywords: [AUDIENCE] } },
  })
  parseBodiesAsJson(app)
  for (const schema of sharedSchemas.values()) app.addSchema(schema)
  await app.register(swagger, openapiOptions({ apiOrigin: context.places.apiOrigin, version: context.version }))
  await app.register(async (api) => routes(api, context), { prefix: '/v1' })
  return app
}
