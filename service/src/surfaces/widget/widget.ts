import { files, loader } from 'virtual:widget'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { createApp, type StaticContent, type SurfaceOptions, staticContent } from '../http/index.ts'

export const WIDGET_PATH = /^\/widget(?:\.js(?:\?|$)|\/)/

const FOREVER = 'public, max-age=31536000, immutable'
/** The script is on every page of the client's, so it may be cached; a new version is in use within the hour. */
const FOR_A_WHILE = 'public, max-age=300, stale-while-revalidate=3600'

/** Pages of all clients load these files, under their own policies; the files hold no personal data. */
const FOR_EVERYBODY = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** The script that clients' pages embed, and the files that it loads when somebody opens the panel. */
export function widgetSurface(surface: SurfaceOptions): FastifyInstance {
  const app = createApp(surface)
  const script = staticContent(loader)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/widget.js',
    handler: async (request, reply) => send(request, reply, script, FOR_A_WHILE),
  })
  const named = new Map(Object.entries(files).map(([name, text]) => [name, staticContent(text)]))
  const standIns = new Map(Object.entries(files).flatMap(([name, text]) => standInFor(name, text)))
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/widget/:name',
    handler: async (request, reply) => {
      const { name } = request.params
      const file = named.get(name)
      const stand = file ?? standIns.get(stemOf(name))
      if (!stand) throw new Problem(notFound)
      return send(request, reply, stand, file ? FOREVER : 'no-cache')
    },
  })
  return app
}

/**
 * A page that was opened before an update requests the old panel by its name. It gets a file that exports the new panel, not the new panel itself:
 * later views import the panel by its new name, and under two names it would be loaded twice. Those views work only with the new panel, so an older
 * panel cannot load them, and says so.
 */
function standInFor(name: string, text: string): [stem: string, file: StaticContent][] {
  if (/^import\b/.test(text)) return []
  const what = /\bas default\b/.test(text) ? '{ default }' : '*'
  return [[stemOf(name), staticContent(`export ${what} from './${name}'\n`)]]
}

/** The stem of `panel-3ZiBsDHn.js` is `panel`. */
function stemOf(name: string): string {
  return name.replace(/-[\w-]{8}\.js$/, '')
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticContent,
  caching: string,
): Promise<FastifyReply> {
  return file.send(
    request,
    reply.headers({ ...FOR_EVERYBODY, 'cache-control': caching }).type('text/javascript; charset=utf-8'),
  )
}
