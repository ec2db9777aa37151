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
import { openSearch } from './find.ts'
import type { Frame } from './layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { callsByTag, type OpenapiDocument, operationPath, sectionPath } from './reference/document.ts'
import { OperationPage } from './reference/operation-page.tsx'
import { ReferencePage, SectionPage } from './reference/pages.tsx'
import { openRefusals } from './reference/refusals.ts'
import { searchEntries } from './search-index.ts'
import type { DocsFile, DocsSite, PageLink } from './site.ts'
import styles from './style.css?raw'

const MOST_NEAR = 5
const LONGEST_SEARCH = 60
const FOREVER = 'public, max-age=31536000, immutable'

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export interface Docs {
  /** What answers a path; undefined: nothing is there. */
  at(path: string): Send | undefined
  /** A page that leads on from a path where nothing is. */
  notFound(path: string): string
}

export function openDocs(site: DocsSite, document: OpenapiDocument, catalogue: readonly ProblemKind[]): Docs {
  const entries = searchEntries(site.pages, document, catalogue)
  const assets = openAssets('/docs', {
    'style.css': { type: 'text/css', content: fontCss + tokens + styles },
    'docs.js': { type: 'text/javascript', content: script },
    'search.json': {
      type: 'application/json',
      content: JSON.stringify(entries),
    },
    ...fontFiles,
  })
  const sections = callsByTag(document)
  const frame: Frame = {
    groups: site.groups,
    below: new Map([
      ['/docs/reference', sections.map(({ tag }) => ({ title: tag, path: sectionPath(tag) }))],
      ...sections.map(({ tag, calls }): [string, readonly PageLink[]] => [
        sectionPath(tag),
        calls.map(({ operation }) => ({ title: operation.summary, path: operationPath(operation) })),
      ]),
      ['/docs/decisions', site.decisions],
    ]),
    font: assets.addressOf(MAIN_FONT),
    stylesheet: assets.addressOf('style.css'),
    script: assets.addressOf('docs.js'),
    searchIndex: assets.addressOf('search.json'),
  }
  const refusalsOf = openRefusals(document, catalogue)
  const origin = (document.servers?.[0]?.url ?? '').replace(/\/v1$/, '')
  const sends = new Map<string, Send>([
    ...assets.names.map((name): [string, Send] => [
      `/docs/${name}`,
      (request, reply) => assets.send(name, request, reply),
    ]),
    ...site.files.map(fileOf),
    ...site.pages.map((page): [string, Send] => [page.path, pageOf(() => <DocumentPage frame={frame} page={page} />)]),
    ...sections.map((section): [string, Send] => [
      sectionPath(section.tag),
      pageOf(() => <SectionPage frame={frame} section={section} />),
    ]),
    ...sections
      .flatMap(({ calls }) => calls)
      .map((call): [string, Send] => [
        operationPath(call.operation),
        pageOf(() => (
          <OperationPage
            frame={frame}
            call={call}
            origin={origin}
            schemas={document.components.schemas}
            examples={site.examples}
            refusals={refusalsOf(call.operation)}
          />
        )),
      ]),
    ['/docs/reference', pageOf(() => <ReferencePage frame={frame} document={document} />)],
    ['/docs/errors', pageOf(() => <ErrorsPage frame={frame} catalogue={catalogue} />)],
  ])
  let find: ReturnType<typeof openSearch> | undefined
  return {
    at: (path) => sends.get(path),
    notFound: (path) => {
      find ??= openSearch(entries)
      return htmlOf(<NotFoundPage frame={frame} near={find(wordsIn(path)).slice(0, MOST_NEAR)} />)
    },
  }
}

/** What somebody looked for, by the last part of the path. */
function wordsIn(path: string): string {
  const last = path.slice(-LONGEST_SEARCH).split('/').findLast(Boolean) ?? ''
  return last.replace(/\.\w+$/, '').replaceAll(/[^A-Za-z]+/g, ' ')
}

function htmlOf(page: JSX.Element): string {
  return `<!doctype html>${renderToString(page)}`
}

function pageOf(page: () => JSX.Element): Send {
  const content = contentOnDemand(() => htmlOf(page()))
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
