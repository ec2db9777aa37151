import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import tokens from '../../../../ui/tokens.css?raw'
import type { ProblemKind } from '../../foundation/problems/index.ts'
import { createApp, type SurfaceOptions } from '../http/index.ts'
import type { OpenapiDocument } from './document.ts'
import { ErrorsPage, ReferencePage } from './pages.tsx'
import styles from './reference.css?raw'

export const REFERENCE_PATH = /^\/(?:docs(?:[/?]|$)|$|\?)/

/** No script at all, and nothing from another host. */
export const REFERENCE_POLICY = "default-src 'none'; style-src 'self'; img-src data:; form-action 'none'"

export interface ReferenceOptions extends SurfaceOptions {
  readonly openapi: object
  readonly catalogue: readonly ProblemKind[]
}

/** The reference for people, made once from the same document that tools read. */
export function referenceSurface({ openapi, catalogue, ...surface }: ReferenceOptions): FastifyInstance {
  const app = createApp(surface)
  const css = tokens + styles
  const stylesheet = `/docs/style.css?${tagOf(css)}`
  const document = openapi as OpenapiDocument // what the generator writes has at least these members
  const pages = {
    '/docs': page(<ReferencePage document={document} stylesheet={stylesheet} />),
    '/docs/errors': page(<ErrorsPage catalogue={catalogue} stylesheet={stylesheet} />),
  }
  app.get('/', async (_, reply) => reply.redirect('/docs'))
  for (const [path, html] of Object.entries(pages)) {
    app.get(path, async (request, reply) => sendTagged(request, reply, html, 'text/html', 'no-cache'))
  }
  app.get('/docs/style.css', async (request, reply) =>
    sendTagged(request, reply, css, 'text/css', 'public, max-age=31536000, immutable'),
  )
  return app
}

function page(root: JSX.Element): string {
  return `<!doctype html>${renderToString(root)}`
}

function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  type: string,
  caching: string,
): FastifyReply {
  const etag = `"${tagOf(text)}"`
  reply.header('etag', etag).header('cache-control', caching)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(`${type}; charset=utf-8`).send(text)
}

function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
