import asked from '../../../../ui/asked.css?raw'
import ballot from '../../../../ui/ballot.css?raw'
import base from '../../../../ui/base.css?raw'
import editorStyle from '../../../../ui/editor/style.css?raw'
import offer from '../../../../ui/offer.css?raw'
import pieces from '../../../../ui/pieces.css?raw'
import status from '../../../../ui/status.css?raw'
import tokens from '../../../../ui/tokens.css?raw'
import type { Project } from '../../domain/projects/index.ts'
import { accentCss, fontCss, fontFiles, MAIN_FONT, openAssets } from '../pages/index.ts'
import changelogStyle from './changelog/style.css?raw'
import board from './client.ts?browser'

import writing from './editor/writing-client.ts?browser'
import continueScript from './hand-off/client.ts?browser'
import ideasStyle from './ideas/style.css?raw'
import matchesStyle from './matches/style.css?raw'
import meStyle from './me/style.css?raw'
import notificationsStyle from './notifications/style.css?raw'
import postStyle from './post/style.css?raw'
import roadmapStyle from './roadmap/style.css?raw'
import type { BoardContext } from './shared/context.ts'
import layoutStyle from './shared/layout.css?raw'
import noticeStyle from './shared/notice.css?raw'
import piecesStyle from './shared/pieces.css?raw'
import postsStyle from './shared/posts.css?raw'
import type { BoardRoutes } from './shared/routing.ts'
import sheetStyle from './shared/sign-in-sheet.css?raw'
import callback from './sign-in/client.ts?browser'

const FOREVER = 'public, max-age=31536000, immutable'

/** Shared styles come first, then those of each feature. No feature styles classes of another. */
const style = [
  fontCss,
  tokens,
  base,
  pieces,
  status,
  ballot,
  asked,
  offer,
  layoutStyle,
  sheetStyle,
  piecesStyle,
  postsStyle,
  noticeStyle,
  matchesStyle,
  ideasStyle,
  postStyle,
  meStyle,
  notificationsStyle,
  editorStyle,
  roadmapStyle,
  changelogStyle,
]

const files = openAssets('/assets', {
  'board.css': { type: 'text/css', content: style.join('') },
  'board.js': { type: 'text/javascript', content: board },
  'editor.js': { type: 'text/javascript', content: writing },
  'callback.js': { type: 'text/javascript', content: callback },
  ...fontFiles,
  'continue.js': { type: 'text/javascript', content: continueScript },
})

export const assets: BoardContext['assets'] = {
  style: files.addressOf('board.css'),
  font: files.addressOf(MAIN_FONT),
  script: files.addressOf('board.js'),
  editor: files.addressOf('editor.js'),
  callback: files.addressOf('callback.js'),
  continue: files.addressOf('continue.js'),
}

export function assetRoutes(routes: BoardRoutes): void {
  for (const name of files.names) {
    routes.get(`/assets/${name}`, async (_, request, reply) => files.send(name, request, reply))
  }
  // The address contains the colour, so its content never changes.
  routes.get('/accent.css', async ({ project }, request, reply) => {
    const color = /\?([0-9a-f]{6})$/.exec(request.url)?.[1]
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', color ? FOREVER : 'no-cache')
      .send(accentCss(color ? `#${color}` : project.accentColor))
  })
  routes.get('/icon.svg', async ({ project }, _, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=3600').send(icon(project)),
  )
}

/** The first letter of the project in its colour. */
function icon({ name, accentColor }: Project): string {
  const letter = ([...name][0] ?? '').toUpperCase().replace(/[&<>]/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${accentColor}"/><text x="16" y="22.5" font-family="system-ui,sans-serif" font-weight="700" font-size="19" text-anchor="middle" fill="#fff">${letter}</text></svg>`
}
