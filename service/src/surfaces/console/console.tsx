import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { VISITOR } from '../../domain/call/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { createApp } from '../http/index.ts'
import { ANYTHING_ELSE, cookiesFor, isJson, parseBodies, renderPage, wantsJson } from '../pages/index.ts'
import { accountRoutes } from './account/routes.tsx'
import { accountsRoutes } from './accounts/routes.tsx'
import { assets } from './assets.ts'
import { auditRoutes } from './audit/routes.tsx'
import { categoryRoutes } from './categories/routes.tsx'
import { changelogRoutes } from './changelog/routes.tsx'
import { decideRoutes } from './decide/routes.tsx'
import { duplicateRoutes } from './duplicates/routes.tsx'
import { ProblemPage } from './entering/pages.tsx'
import { enteringRoutes } from './entering/routes.tsx'
import { fieldRoutes } from './fields/routes.tsx'
import { importRoutes } from './imports/routes.tsx'
import { insightRoutes } from './insights/routes.tsx'
import { labelRoutes } from './labels/routes.tsx'
import { mailRoutes } from './mail/routes.tsx'
import { myMailRoutes } from './my-mail/routes.tsx'
import { numberRoutes } from './numbers/routes.tsx'
import { operatorRoutes } from './operators/routes.tsx'
import { peopleRoutes } from './people/routes.tsx'
import { postRoutes } from './posts/routes.tsx'
import { roadmapRoutes } from './roadmap/routes.tsx'
import { searchRoutes } from './search/routes.tsx'
import { secretKeyRoutes } from './secret-keys/routes.tsx'
import { segmentRoutes } from './segments/routes.tsx'
import { settingRoutes } from './settings/routes.tsx'
import { setupRoutes } from './setup/routes.tsx'
import { openAfterwork } from './shared/afterwork.ts'
import type { ConsoleContext } from './shared/context.ts'
import { consoleRoutes, type DeclaredRoute, goTo, onGet, operatorCall } from './shared/routing.ts'
import { viewOf } from './shared/view.ts'
import { signInRoutes } from './sign-ins/routes.tsx'
import { keyRoutes } from './signing-keys/routes.tsx'
import { todayRoutes } from './today/routes.tsx'
import { undoRoutes } from './undo/routes.tsx'
import { userRoutes } from './users/routes.tsx'
import { webhookRoutes } from './webhooks/routes.tsx'

/** Enough for the longest changelog entry with every character escaped twice. */
const BODY_LIMIT = 524_288

/** The content policy of answers that are not pages. Each page has its own policy. */
export const CONSOLE_POLICY = "default-src 'none'"
export const CONSOLE_PATH = /^\/console(?:[/?]|$)/

export type ConsoleOptions = Omit<ConsoleContext, 'cookies' | 'afterwork'>

/** The console, for people who run boards. */
export function consoleSurface(options: ConsoleOptions): {
  readonly app: FastifyInstance
  readonly declared: readonly DeclaredRoute[]
} {
  const isSecure = options.places.apiOrigin.startsWith('https:')
  const afterwork = openAfterwork()
  const context: ConsoleContext = { ...options, cookies: cookiesFor(isSecure, '/console'), afterwork }
  const app = createApp(
    context,
    { bodyLimit: BODY_LIMIT, trustProxy: context.trustedProxies.length > 0 ? [...context.trustedProxies] : false },
    (problem, request, reply) => problemPage(context, problem, request, reply),
  )
  app.addHook('onClose', () => afterwork.stop())
  parseBodies(app)
  for (const name of assets.names) {
    onGet(app, `/console/assets/${name}`, async (request, reply) => assets.send(name, request, reply))
  }
  const routes = consoleRoutes(app, context)
  enteringRoutes(app, context, routes)
  accountRoutes(routes, context)
  operatorRoutes(routes, context)
  peopleRoutes(routes, context)
  mailRoutes(routes, context)
  myMailRoutes(routes, context)
  webhookRoutes(routes, context)
  setupRoutes(routes, context)
  keyRoutes(routes, context)
  secretKeyRoutes(routes, context)
  signInRoutes(routes, context)
  todayRoutes(routes, context)
  duplicateRoutes(routes, context)
  searchRoutes(routes)
  undoRoutes(routes, context)
  postRoutes(routes, context)
  userRoutes(routes, context)
  roadmapRoutes(routes, context)
  changelogRoutes(routes, context)
  categoryRoutes(routes, context)
  fieldRoutes(routes, context)
  segmentRoutes(routes, context)
  labelRoutes(routes, context)
  settingRoutes(routes, context)
  auditRoutes(routes, context)
  importRoutes(routes, context)
  numberRoutes(routes)
  insightRoutes(routes, context)
  accountsRoutes(routes, context)
  decideRoutes(routes, context)
  // Anyone who is not an operator gets a 404.
  app.all(ANYTHING_ELSE, async (request, reply) => {
    const isAsked = request.method === 'GET' || request.method === 'HEAD'
    const call = await operatorCall(context, request).catch((error) => {
      if (!isAsked) throw error
    })
    if (!call) return goTo(reply, '/console/enter')
    throw new Problem(notFound)
  })
  return { app, declared: routes.declared }
}

/** People get a page that says what to do; scripts get the problem itself. */
async function problemPage(
  context: ConsoleContext,
  { kind }: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  if (wantsJson(request) || isJson(request)) return undefined
  // A rate-limited operator is not looked up again for the error page.
  const known = kind.status === 429 ? undefined : await operatorCall(context, request).catch(() => undefined)
  const view = viewOf(context, known ?? { actor: VISITOR }, request)
  const { say } = view.words
  const [title, text] =
    kind.status === 404
      ? [say('shared_not_found'), say('shared_not_found_why')]
      : kind.status >= 500
        ? [say('shared_error'), say('shared_error_why')]
        : [kind.title, kind.remedy]
  return renderPage(reply, <ProblemPage view={view} title={title} text={text} code={kind.code} />, { formTargets: [] })
}
