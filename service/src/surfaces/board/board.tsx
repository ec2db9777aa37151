import type { FastifyInstance } from 'fastify'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { createApp } from '../http/index.ts'
import { ANYTHING_ELSE, cookiesFor, parseBodies } from '../pages/index.ts'
import { boardCall, onGet } from './arrival.ts'
import { assetRoutes, assets } from './assets.ts'
import type { BoardContext } from './context.ts'
import { boardDirectory } from './directory.ts'
import { feedRoutes } from './feeds.tsx'
import { fileRoutes } from './files.ts'
import { handOffRoutes } from './hand-off.ts'
import { problemPage } from './problem-page.tsx'
import { readingRoutes } from './reading.tsx'
import { signInRoutes } from './sign-in.ts'
import { readerCall } from './visitor.ts'
import { writingRoutes } from './writing.tsx'

/** The longest idea, every character of it escaped twice over. */
const BODY_LIMIT = 262_144
/** The longest slug in an address: sixty characters, of which each may be two units. */
const LONGEST_PARAMETER = 200

/** What is no page shows nothing at all; each page has a policy of its own. */
export const BOARD_POLICY = "default-src 'none'"

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
  assetRoutes(app, context)
  readingRoutes(app, context)
  writingRoutes(app, context)
  signInRoutes(app, context)
  handOffRoutes(app, context)
  feedRoutes(app, context)
  fileRoutes(app, context)
  // Which board it is, and whether its visitors may look, comes before what is not on it.
  onGet(app, context, ANYTHING_ELSE, async (call, request, reply) => {
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
