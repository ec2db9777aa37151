import type { FastifyInstance } from 'fastify'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { createApp } from '../http/index.ts'
import { ANYTHING_ELSE, cookiesFor, parseBodies } from '../pages/index.ts'
import { assetRoutes, assets } from './assets.ts'
import { changelogRoutes } from './changelog/routes.tsx'
import { choiceRoutes } from './choices/routes.ts'
import { editorRoutes } from './editor/routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { handOffRoutes } from './hand-off/routes.ts'
import { ideasRoutes } from './ideas/routes.tsx'
import { liveRoutes } from './live/routes.ts'
import { mailRoutes } from './mail/routes.tsx'
import { teamMailRoutes } from './mail/team-routes.tsx'
import { markRoutes } from './marks/routes.ts'
import { matchRoutes } from './matches/routes.ts'
import { meRoutes } from './me/routes.tsx'
import { newIdeaRoutes } from './new-idea/routes.tsx'
import { notificationRoutes } from './notifications/routes.tsx'
import { offlineRoutes } from './offline/routes.ts'
import { postRoutes } from './post/routes.tsx'
import { previewPictureRoutes } from './preview-picture/routes.ts'
import { roadmapRoutes } from './roadmap/routes.tsx'
import { boardCall } from './shared/arrival.ts'
import type { BoardContext } from './shared/context.ts'
import { boardDirectory } from './shared/directory.ts'
import { problemPage } from './shared/problem-page.tsx'
import { noteWrites } from './shared/reading.ts'
import { type BoardRoutes, boardRoutes } from './shared/routing.ts'
import { readerCall } from './shared/visitor.ts'
import { signInRoutes } from './sign-in/routes.ts'

/** The longest idea, with every character escaped twice. */
const BODY_LIMIT = 262_144
/** The longest slug in an address: sixty characters, of which each may be two units. */
const LONGEST_PARAMETER = 200

/** The content policy of answers that are not pages; each page has its own. */
export const BOARD_POLICY = "default-src 'none'"

/** The features of a board. */
const FEATURES: readonly ((routes: BoardRoutes) => void)[] = [
  assetRoutes,
  ideasRoutes,
  postRoutes,
  markRoutes,
  newIdeaRoutes,
  editorRoutes,
  matchRoutes,
  roadmapRoutes,
  changelogRoutes,
  meRoutes,
  notificationRoutes,
  choiceRoutes,
  signInRoutes,
  handOffRoutes,
  mailRoutes,
  teamMailRoutes,
  feedRoutes,
  previewPictureRoutes,
  offlineRoutes,
  liveRoutes,
]

export type BoardOptions = Omit<BoardContext, 'directory' | 'cookies' | 'assets'>

/** Every board, each at its own host. */
export function boardSurface(options: BoardOptions): FastifyInstance {
  const context: BoardContext = {
    ...options,
    directory: boardDirectory(),
    cookies: cookiesFor(options.places.boardOrigin.startsWith('https:')),
    assets,
  }
  const app = createApp(
    context,
    {
      bodyLimit: BODY_LIMIT,
      trustProxy: context.trustedProxies.length > 0 ? [...context.trustedProxies] : false,
      routerOptions: { maxParamLength: LONGEST_PARAMETER },
    },
    (problem, request, reply) => problemPage(context, problem, request, reply),
  )
  parseBodies(app)
  noteWrites(app, context)
  const routes = boardRoutes(app, context)
  for (const declare of FEATURES) declare(routes)
  // First find the board and check that the visitor may read it; only then answer 404.
  routes.get(ANYTHING_ELSE, async (call, request, reply) => {
    await readerCall(context, call, request, reply)
    throw new Problem(notFound)
  })
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
    url: ANYTHING_ELSE,
    handler: async (request, reply) => {
      await readerCall(context, await boardCall(context, request), request, reply)
      throw new Problem(notFound)
    },
  })
  return app
}
