import { createHash } from 'node:crypto'
import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import tokens from '../../../../ui/tokens.css?raw'
import { type UserCall, viewerOf } from '../../domain/call.ts'
import { personalData } from '../../domain/privacy/index.ts'
import type { Project } from '../../domain/projects/index.ts'
import { sessionRequired } from '../../domain/sessions/index.ts'
import { JsonFault, parseJson } from '../../foundation/json/index.ts'
import { invalidJson, notFound, Problem, unknownHost, unsupportedMediaType } from '../../foundation/problems/index.ts'
import { createApp } from '../http/index.ts'
import { accentCss } from './accent.ts'
import board from './client/board.js?raw'
import callback from './client/callback.js?raw'
import continueScript from './client/continue.js?raw'
import worker from './client/worker.js?raw'
import type { BoardContext } from './context.ts'
import { cookiesFor } from './cookies.ts'
import { boardDirectory } from './directory.ts'
import { feedRoutes } from './feeds.tsx'
import { NoticePage, SignInPage } from './pages/notice.tsx'
import { readingRoutes } from './reading.tsx'
import { returnPath } from './return-path.ts'
import { renderPage, sendPage } from './send.tsx'
import { signInRoutes } from './sign-in.ts'
import styles from './style/board.css?raw'
import { boardCall, formTargets, viewOf, visitorCall } from './visitor.ts'
import { wantsJson, writingRoutes } from './writing.tsx'

const FOREVER = 'public, max-age=31536000, immutable'
/** The longest idea, every character of it escaped twice over. */
const BODY_LIMIT = 262_144

const FILES: Readonly<Record<string, { type: string; text: string }>> = {
  'board.css': { type: 'text/css', text: tokens + styles },
  'board.js': { type: 'text/javascript', text: board },
  'callback.js': { type: 'text/javascript', text: callback },
  'continue.js': { type: 'text/javascript', text: continueScript },
}

/** What is no page shows nothing at all; each page has a policy of its own. */
export const BOARD_POLICY = "default-src 'none'"

export type BoardOptions = Omit<BoardContext, 'directory' | 'cookies' | 'assets'>

/** Every board, each at its own host. */
export function boardSurface(options: BoardOptions): FastifyInstance {
  const address = (name: string) => `/assets/${name}?${tagOf(FILES[name]?.text ?? '')}`
  const context: BoardContext = {
    ...options,
    directory: boardDirectory(),
    cookies: cookiesFor(options.places.boardOrigin.startsWith('https:')),
    assets: {
      style: address('board.css'),
      script: address('board.js'),
      callback: address('callback.js'),
      continue: address('continue.js'),
    },
  }
  const app = createApp(
    context,
    { bodyLimit: BODY_LIMIT, trustProxy: context.trustedProxies.length > 0 ? [...context.trustedProxies] : false },
    (problem, request, reply) => problemPage(context, problem, request, reply),
  )
  parseBodies(app)
  assetRoutes(app, context)
  readingRoutes(app, context)
  writingRoutes(app, context)
  signInRoutes(app, context)
  feedRoutes(app, context)
  // Which board it is comes before what is not on it.
  app.all('/*', async (request) => {
    await boardCall(context, request)
    throw new Problem(notFound)
  })
  app.get('/me/data.json', (request, reply) => ownData(context, request, reply))
  return app
}

/** Forms, and the JSON of our own scripts. */
function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: FastifyRequest, body: string) => parse(body),
  )
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => {
    try {
      return parseJson(body) ?? {}
    } catch (error) {
      throw error instanceof JsonFault ? new Problem(invalidJson) : error
    }
  })
  app.addContentTypeParser('*', async () => {
    throw new Problem(unsupportedMediaType)
  })
}

function assetRoutes(app: FastifyInstance, context: BoardContext): void {
  for (const [name, { type, text }] of Object.entries(FILES)) {
    app.get(`/assets/${name}`, async (_, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', FOREVER).send(text),
    )
  }
  app.get('/worker.js', async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(worker),
  )
  app.get('/accent.css', async (request, reply) => {
    const { project } = await boardCall(context, request)
    return reply.type('text/css; charset=utf-8').header('cache-control', FOREVER).send(accentCss(project.accentColor))
  })
  app.get('/icon.svg', async (request, reply) => {
    const { project } = await boardCall(context, request)
    return reply.type('image/svg+xml').header('cache-control', 'public, max-age=3600').send(icon(project))
  })
  app.get('/offline', async (request, reply) => {
    const call = await boardCall(context, request)
    const view = viewOf(context, { ...call, user: undefined }, request)
    const page = NoticePage({ view, title: 'offline_title', lead: 'offline_lead', home: false })
    return sendPage(request, reply, page, { formTargets: [], isShared: false })
  })
}

async function ownData(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const call = await visitorCall(context, await boardCall(context, request), request, reply)
  if (!viewerOf(call)) throw new Problem(sessionRequired)
  const data = await personalData(call as UserCall) // it has a user
  return reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', 'attachment; filename="my-data.json"')
    .send(JSON.stringify(data, null, 2))
}

/** People get a page in their language that says what to do; programs get the problem itself. */
async function problemPage(
  context: BoardContext,
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const isProgram = wantsJson(request) || request.headers['content-type'] === 'application/json'
  if (isProgram || problem.kind === unknownHost || /\.(?:xml|js|css|json|txt)(?:\?|$)/.test(request.url))
    return undefined
  const call = await boardCall(context, request)
  const visitor = await visitorCall(context, call, request, reply).catch(() => ({ ...call, user: undefined }))
  const view = viewOf(context, visitor, request)
  const page =
    problem.kind === sessionRequired || (call.project.isPrivate && !visitor.user) ? (
      <SignInPage view={view} returnTo={returnPath(request.method === 'GET' ? request.url : '/')} intent="" />
    ) : problem.kind.status === 404 ? (
      <NoticePage view={view} title="not_found_title" lead="not_found_lead" />
    ) : problem.kind.status === 429 ? (
      <NoticePage view={view} title="problem_title" lead="too_many" />
    ) : (
      <NoticePage view={view} title="problem_title" lead="problem_lead" code={problem.kind.code} />
    )
  return renderPage(reply, page, formTargets(call))
}

/** The first letter of the project in its colour. */
function icon({ name, accentColor }: Project): string {
  const letter = ([...name][0] ?? '').toUpperCase().replace(/[&<>]/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${accentColor}"/><text x="16" y="22.5" font-family="Georgia,serif" font-weight="700" font-size="19" text-anchor="middle" fill="#fff">${letter}</text></svg>`
}

function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
