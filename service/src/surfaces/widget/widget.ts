import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { files, loader } from 'virtual:widget'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { createApp, type SurfaceOptions } from '../http/index.ts'

export const WIDGET_PATH = /^\/widget(?:\.js(?:\?|$)|\/)/

const FOREVER = 'public, max-age=31536000, immutable'
/** The script is on every page of the client's, so it is asked for rarely; a new one is in use within the hour. */
const FOR_A_WHILE = 'public, max-age=300, stale-while-revalidate=3600'

/** Pages of all clients load these files, under their own policies; the files hold no personal data. */
const FOR_EVERYBODY = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** The script that clients' pages embed, and what it loads when somebody opens the panel. */
export function widgetSurface(surface: SurfaceOptions): FastifyInstance {
  const app = createApp(surface)
  const script = packed(loader)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/widget.js',
    handler: async (request, reply) => send(request, reply, script, FOR_A_WHILE),
  })
  const named = new Map(Object.entries(files).map(([name, text]) => [name, packed(text)]))
  // A page that was opened before an update asks for the panel of then, and gets the panel of now.
  const byStem = new Map([...named].map(([name, file]) => [stemOf(name), file]))
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/widget/:name',
    handler: async (request, reply) => {
      const { name } = request.params
      const file = named.get(name)
      const stand = file ?? byStem.get(stemOf(name))
      if (!stand) throw new Problem(notFound)
      return send(request, reply, stand, file ? FOREVER : 'no-cache')
    },
  })
  return app
}

interface Packed {
  readonly text: string
  readonly gzipped: Buffer
  readonly etag: string
}

function packed(text: string): Packed {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { text, gzipped: gzipSync(text, { level: 9 }), etag }
}

/** `panel-3ZiBsDHn.js` is a panel. */
function stemOf(name: string): string {
  return name.replace(/-[\w-]{8}\.js$/, '')
}

function send(request: FastifyRequest, reply: FastifyReply, file: Packed, caching: string): FastifyReply {
  reply.headers({ ...FOR_EVERYBODY, etag: file.etag, 'cache-control': caching, vary: 'Accept-Encoding' })
  // A proxy that packs by itself makes the tag a weak one.
  if (request.headers['if-none-match']?.replace(/^W\//, '') === file.etag) return reply.code(304).send()
  const isPacked = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(request.headers['accept-encoding'] ?? '')
  if (isPacked) reply.header('content-encoding', 'gzip')
  reply.type('text/javascript; charset=utf-8')
  return request.method === 'HEAD' ? reply.send() : reply.send(isPacked ? file.gzipped : file.text)
}
