import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, type ProblemKind } from '../../foundation/problems/index.ts'
import { createApp, type SurfaceOptions } from '../http/index.ts'
import { type Docs, openDocs } from './open-docs.tsx'
import type { OpenapiDocument } from './reference/document.ts'

export const DOCS_PATH = /^\/(?:docs(?:[/?]|$)|$|\?)/

/** One script and one style sheet of our own, and nothing from another host. */
export const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'"

export interface DocsOptions extends SurfaceOptions {
  readonly openapi: () => object
  readonly catalogue: readonly ProblemKind[]
}

/** The documentation for people: Markdown of this repository, and the reference from the same document that tools read. */
export function docsSurface({ openapi, catalogue, ...surface }: DocsOptions): FastifyInstance {
  let opened: Promise<Docs> | undefined
  /** Loaded at the first request: most processes are never asked for it. */
  const docs = () => {
    opened ??= import('virtual:docs').then(
      ({ site }) => openDocs(site, openapi() as OpenapiDocument, catalogue), // what the generator writes has at least these members
    )
    return opened
  }
  const app = createApp(surface, {}, async (problem, { url, headers }, reply) => {
    const isForPeople = problem.kind === notFound && headers.accept?.includes('text/html')
    if (!isForPeople || !url.startsWith('/docs')) return undefined
    reply.header('content-security-policy', DOCS_POLICY)
    return (await docs()).notFound(url.split('?', 1)[0] ?? '')
  })
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1)
    if (path === '/docs/') return reply.redirect('/docs')
    const send = (await docs()).at(path)
    return send ? send(request, reply) : reply.callNotFound()
  }
  app.get('/', async (_, reply) => reply.redirect('/docs'))
  app.get('/docs', answer)
  app.get('/docs/*', answer)
  return app
}
