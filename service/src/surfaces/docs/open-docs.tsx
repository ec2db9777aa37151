import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import tokens from '../../../../ui/tokens.css?raw'
import type { ProblemKind } from '../../foundation/problems/index.ts'
import { contentOnDemand, staticContent } from '../http/index.ts'
import { fontCss, fontFiles, MAIN_FONT, openAssets } from '../pages/index.ts'
import script from './client.ts?browser'
import { DocumentPage } from './document-page.tsx'
import { ErrorsPage } from './errors-page.tsx'
import type { Frame } from './layout.tsx'
import { callsByTag, type OpenapiDocument, sectionPath } from './reference/document.ts'
import { ReferencePage, SectionPage } from './reference/pages.tsx'
import { searchEntries } from './search-index.ts'
import type { DocsFile, DocsSite } from './site.ts'
import styles from './style.css?raw'

const FOREVER = 'public, max-age=31536000, immutable'

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** What answers each path. */
export type Docs = ReadonlyMap<string, Send>

export function openDocs(site: DocsSite, document: OpenapiDocument, catalogue: readonly ProblemKind[]): Docs {
  const assets = openAssets('/docs', {
    'style.css': { type: 'text/css', content: fontCss + tokens + styles },
    'docs.js': { type: 'text/javascript', content: script },
    'search.json': {
      type: 'application/json',
      content: JSON.stringify(searchEntries(site.pages, document, catalogue)),
    },
    ...fontFiles,
  })
  const sections = callsByTag(document)
  const frame: Frame = {
    groups: site.groups,
    below: new Map([
      ['/docs/reference', sections.map(({ tag }) => ({ title: tag, path: sectionPath(tag) }))],
      ['/docs/decisions', site.decisions],
    ]),
    font: assets.addressOf(MAIN_FONT),
    stylesheet: assets.addressOf('style.css'),
    script: assets.addressOf('docs.js'),
    searchIndex: assets.addressOf('search.json'),
  }
  return new Map<string, Send>([
    ...assets.names.map((name): [string, Send] => [
      `/docs/${name}`,
      (request, reply) => assets.send(name, request, reply),
    ]),
    ...site.files.map(fileOf),
    ...site.pages.map((page): [string, Send] => [page.path, pageOf(() => <DocumentPage frame={frame} page={page} />)]),
    ...sections.map((section): [string, Send] => [
      sectionPath(section.tag),
      pageOf(() => <SectionPage frame={frame} document={document} section={section} />),
    ]),
    ['/docs/reference', pageOf(() => <ReferencePage frame={frame} document={document} />)],
    ['/docs/errors', pageOf(() => <ErrorsPage frame={frame} catalogue={catalogue} />)],
  ])
}

function pageOf(page: () => JSX.Element): Send {
  const content = contentOnDemand(() => `<!doctype html>${renderToString(page())}`)
  return (request, reply) =>
    content.send(request, reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache'))
}

function fileOf({ address, type, base64 }: DocsFile): [string, Send] {
  const [path = '', version] = address.split('?')
  const bytes = Buffer.from(base64, 'base64')
  const isText = type.startsWith('text/')
  const content = staticContent(isText ? bytes.toString() : bytes)
  return [
    path,
    (request, reply) =>
      content.send(
        request,
        reply
          .type(isText ? `${type}; charset=utf-8` : type)
          .header('cache-control', version && request.url === address ? FOREVER : 'no-cache'),
      ),
  ]
}
