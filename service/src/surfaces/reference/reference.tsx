import type { FastifyInstance } from 'fastify'
import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import tokens from '../../../../ui/tokens.css?raw'
import type { ProblemKind } from '../../foundation/problems/index.ts'
import { contentOnDemand, createApp, type StaticContent, type SurfaceOptions } from '../http/index.ts'
import { fontCss, fontFiles, openAssets } from '../pages/index.ts'
import type { OpenapiDocument } from './document.ts'
import { ErrorsPage, ReferencePage } from './pages.tsx'
import styles from './reference.css?raw'

export const REFERENCE_PATH = /^\/(?:docs(?:[/?]|$)|$|\?)/

/** No script at all, and nothing from another host. */
export const REFERENCE_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action 'none'"

export interface ReferenceOptions extends SurfaceOptions {
  readonly openapi: () => object
  readonly catalogue: readonly ProblemKind[]
}

/** The reference for people, made once from the same document that tools read. */
export function referenceSurface({ openapi, catalogue, ...surface }: ReferenceOptions): FastifyInstance {
  const app = createApp(surface)
  const assets = openAssets('/docs', {
    'style.css': { type: 'text/css', content: fontCss + tokens + styles },
    ...fontFiles,
  })
  const stylesheet = assets.addressOf('style.css')
  const document = () => openapi() as OpenapiDocument // what the generator writes has at least these members
  const pages = {
    '/docs': textOf(() => <ReferencePage document={document()} stylesheet={stylesheet} />),
    '/docs/errors': textOf(() => <ErrorsPage catalogue={catalogue} stylesheet={stylesheet} />),
  }
  app.get('/', async (_, reply) => reply.redirect('/docs'))
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, async (request, reply) =>
      page.send(request, reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')),
    )
  }
  for (const name of assets.names) {
    app.get(`/docs/${name}`, async (request, reply) => assets.send(name, request, reply))
  }
  return app
}

function textOf(page: () => JSX.Element): Pick<StaticContent, 'send'> {
  return contentOnDemand(() => `<!doctype html>${renderToString(page())}`)
}
