import type { FastifyInstance } from 'fastify'
import base from '../../../../ui/base.css?raw'
import pieces from '../../../../ui/pieces.css?raw'
import tokens from '../../../../ui/tokens.css?raw'
import type { Project } from '../../domain/projects/index.ts'
import { accentCss, openAssets, sendPage } from '../pages/index.ts'
import { onGet } from './arrival.ts'
import board from './client/board.ts?browser'
import callback from './client/callback.ts?browser'
import continueScript from './client/continue.ts?browser'
import worker from './client/worker.ts?browser'
import type { BoardContext } from './context.ts'
import layoutStyle from './layout.css?raw'
import changelogStyle from './pages/changelog.css?raw'
import listStyle from './pages/list.css?raw'
import noticeStyle from './pages/notice.css?raw'
import { NoticePage } from './pages/notice.tsx'
import postStyle from './pages/post.css?raw'
import roadmapStyle from './pages/roadmap.css?raw'
import piecesStyle from './pieces.css?raw'
import { countStranger, policyOf, viewOf } from './visitor.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** What all pages share comes first; each page lays its own over it. */
const style = [
  tokens,
  base,
  pieces,
  layoutStyle,
  piecesStyle,
  listStyle,
  postStyle,
  roadmapStyle,
  changelogStyle,
  noticeStyle,
]

const files = openAssets('/assets', {
  'board.css': { type: 'text/css', text: style.join('') },
  'board.js': { type: 'text/javascript', text: board },
  'callback.js': { type: 'text/javascript', text: callback },
  'continue.js': { type: 'text/javascript', text: continueScript },
})

/** A worker lives under the policy it came with, and this one has to ask for the pages that it hands through. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

export const assets: BoardContext['assets'] = {
  style: files.addressOf('board.css'),
  script: files.addressOf('board.js'),
  callback: files.addressOf('callback.js'),
  continue: files.addressOf('continue.js'),
}

export function assetRoutes(app: FastifyInstance, context: BoardContext): void {
  for (const name of files.names) {
    onGet(app, context, `/assets/${name}`, async (_, request, reply) => files.send(name, request, reply))
  }
  onGet(app, context, '/worker.js', async (_, __, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', WORKER_POLICY)
      .send(worker),
  )
  // The address holds the colour, so its answer never changes.
  onGet(app, context, '/accent.css', async ({ project }, request, reply) => {
    const color = /\?([0-9a-f]{6})$/.exec(request.url)?.[1]
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', color ? FOREVER : 'no-cache')
      .send(accentCss(color ? `#${color}` : project.accentColor))
  })
  onGet(app, context, '/icon.svg', async ({ project }, _, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=3600').send(icon(project)),
  )
  onGet(app, context, '/offline', async (call, request, reply) => {
    await countStranger(context, call, request)
    const view = viewOf(context, call, request)
    const page = NoticePage({ view, title: 'offline_title', lead: 'offline_lead', home: false })
    return sendPage(request, reply, page, { ...policyOf(call), isShared: false })
  })
}

/** The first letter of the project in its colour. */
function icon({ name, accentColor }: Project): string {
  const letter = ([...name][0] ?? '').toUpperCase().replace(/[&<>]/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${accentColor}"/><text x="16" y="22.5" font-family="Georgia,serif" font-weight="700" font-size="19" text-anchor="middle" fill="#fff">${letter}</text></svg>`
}
