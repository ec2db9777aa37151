import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, posix } from 'node:path'
import type { Plugin } from 'vite'
import { type RenderedDocument, renderDocument, type Target } from './docs-markdown.ts'
import type { DocsFile, DocsPage, DocsSite, Group, PageLink } from './src/surfaces/docs/site.ts'

const ROOT = dirname(import.meta.dirname)
const INDEX = 'docs/README.md'
const EXAMPLES = 'docs/reference/examples.json'
const DECISIONS = 'docs/decisions/README.md'
const DOCUMENTS = ['docs/**/*.md', 'kits/*/README.md', 'examples/*/README.md']
/** These pages are made from the running service, which knows its own origin. */
const MADE_BY_THE_SERVICE: Readonly<Record<string, string>> = {
  'docs/reference/errors.md': '/docs/errors',
  'docs/reference/openapi.json': '/docs/reference',
}
/** Files that are served as they are. */
const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.go': 'text/plain',
  '.java': 'text/plain',
  '.mjs': 'text/plain',
  '.php': 'text/plain',
  '.py': 'text/plain',
  '.rb': 'text/plain',
}

/** The documentation as a module, `virtual:docs`: Markdown of this repository as pages, links included. */
export function docsSite(): Plugin {
  const name = 'virtual:docs'
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export const site = ${JSON.stringify(makeSite())}` : undefined),
  }
}

/** Throws if a link of a document leads nowhere. */
export function makeSite(): DocsSite {
  const documents = globSync(DOCUMENTS, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !(path in MADE_BY_THE_SERVICE))
    .sort()
  const files = new Map<string, DocsFile>()
  const rendered = new Map(documents.map((path) => [path, render(path, new Set(documents), files)]))
  checkAnchors(rendered)
  return {
    groups: groupsIn(textOf(INDEX)),
    decisions: linksIn(textOf(DECISIONS), dirname(DECISIONS)),
    pages: [...rendered].map(
      ([path, { title, html, headings, sections }]): DocsPage => ({
        path: addressOf(path),
        title,
        html,
        headings,
        sections,
      }),
    ),
    files: [...files.values()],
    examples: JSON.parse(textOf(EXAMPLES)),
  }
}

interface Document extends RenderedDocument {
  /** Places of other documents that it links to. */
  readonly links: readonly { readonly to: string; readonly id: string }[]
}

function render(path: string, documents: ReadonlySet<string>, files: Map<string, DocsFile>): Document {
  const links: { to: string; id: string }[] = []
  const resolve = (address: string): Target | undefined => {
    if (/^[a-z]+:/.test(address)) return { address }
    const [file = '', id = ''] = address.split('#')
    const to = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file))
    const anchor = id === '' ? '' : `#${id}`
    const made = MADE_BY_THE_SERVICE[to]
    if (made) return { address: made + anchor }
    if (documents.has(to)) {
      links.push({ to, id })
      return { address: file === '' ? anchor : addressOf(to) + anchor }
    }
    if (!statSync(join(ROOT, to), { throwIfNoEntry: false }))
      throw new Error(`${path} links to ${address}, which is not there.`)
    const type = TYPES[extname(to)]
    if (!to.startsWith('docs/') || !type) return undefined
    return fileAt(to, type, files)
  }
  return { ...renderDocument(textOf(path), resolve), links }
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function fileAt(path: string, type: string, files: Map<string, DocsFile>): Target {
  const content = readFileSync(join(ROOT, path))
  const isPicture = type.startsWith('image/')
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12)
  // Code has no version in its address: people copy it into a command.
  const address = isPicture ? `/${path}?${version}` : `/${path}`
  files.set(path, { address, type, base64: content.toString('base64') })
  return isPicture ? { address, size: sizeOf(content, type) } : { address }
}

function sizeOf(content: Buffer, type: string): { width: number; height: number } {
  // A PNG begins with a signature and its first chunk: width and height stand at the bytes 16 and 20.
  if (type === 'image/png') return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
  const [, width, height] = /^<svg [^>]*viewBox="0 0 (\d+) (\d+)"/.exec(content.toString()) ?? []
  if (!width || !height) throw new Error('A picture has no viewBox.')
  return { width: Number(width), height: Number(height) }
}

function checkAnchors(documents: ReadonlyMap<string, Document>): void {
  for (const [path, { links }] of documents) {
    for (const { to, id } of links) {
      const isThere = id === '' || documents.get(to)?.headings.some((heading) => heading.id === id)
      if (!isThere) throw new Error(`${path} links to ${to}#${id}, and there is no such heading.`)
    }
  }
}

/** docs/guides/operate.md is /docs/guides/operate, and kits/app/README.md is /docs/kits/app. */
function addressOf(path: string): string {
  const inside = path.replace(/^docs\//, '').replace(/(?:^|\/)README\.md$|\.md$/, '')
  return inside === '' ? '/docs' : `/docs/${inside}`
}

/** The groups of the side bar: every heading of the index with its links, apart from the first, which says where to begin. */
function groupsIn(index: string): Group[] {
  const [, , ...parts] = index.split(/^## /m)
  return parts.map((part) => ({ title: part.split('\n', 1)[0] ?? '', links: linksIn(part, 'docs') }))
}

/** The first link of each item of a list. */
function linksIn(text: string, folder: string): PageLink[] {
  return [...text.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, title = '', file = '']) => {
    const to = posix.normalize(posix.join(folder, file))
    return { title: title.replaceAll('`', ''), path: MADE_BY_THE_SERVICE[to] ?? addressOf(to) }
  })
}
