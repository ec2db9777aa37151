import MarkdownIt, { type Token } from 'markdown-it'
import type { Heading, Section } from './src/surfaces/docs/site.ts'

/** Where a link or a picture leads on the site; undefined: it leads to a file that is not part of it. */
export type Resolve = (address: string) => Target | undefined

export interface Target {
  readonly address: string
  /** Of a picture, so that the text below it does not move. */
  readonly size?: { readonly width: number; readonly height: number }
}

export interface RenderedDocument {
  readonly title: string
  readonly html: string
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
}

/** Only the tables of access.md are longer. */
const MOST_SEARCHED = 12_000
const LABEL = /^(?:curl|TypeScript|JavaScript|Node|Python|Ruby|PHP|Go|Java):$/

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
const { escapeHtml } = markdown.utils
markdown.renderer.rules.table_open = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'
markdown.renderer.rules.fence = (tokens, place) => {
  const { info = '', content = '', meta } = tokens[place] ?? {}
  const label = typeof meta?.label === 'string' ? meta.label : undefined
  const caption = label ? `<figcaption>${escapeHtml(label)}</figcaption>` : ''
  return `<figure class="code"${label ? ` data-language="${escapeHtml(label)}"` : ''}>${caption}<pre tabindex="0"><code data-syntax="${escapeHtml(info)}">${escapeHtml(content)}</code></pre></figure>\n`
}

/** Markdown of this repository as the inner part of a page. */
export function renderDocument(text: string, resolve: Resolve): RenderedDocument {
  const tokens = markdown.parse(text, {})
  const headings = nameHeadings(tokens)
  for (const token of tokens) alignByClass(token)
  const sections = cutIntoSections(tokens, headings)
  for (const { children } of tokens) lead(children ?? [], resolve)
  linkHeadings(tokens)
  const [first, ...below] = headings
  if (first?.level !== 1 || below.some(({ level }) => level === 1))
    throw new Error('A document has one title, at its beginning.')
  return {
    title: first.title,
    html: markdown.renderer.render(withTabs(tokens), markdown.options, {}),
    headings: below,
    sections,
  }
}

/** Ids as GitHub makes them, so that one link works in both places. */
function nameHeadings(tokens: readonly Token[]): Heading[] {
  const taken = new Map<string, number>()
  return tokens.flatMap((token, place) => {
    if (token.type !== 'heading_open') return []
    const title = plainOf(tokens[place + 1])
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    const times = taken.get(slug) ?? 0
    taken.set(slug, times + 1)
    const id = times === 0 ? slug : `${slug}-${times}`
    token.attrSet('id', id)
    return [{ id, title, level: Number(token.tag.slice(1)) }]
  })
}

/** A heading is the link to itself. */
function linkHeadings(tokens: readonly Token[]): void {
  for (const [place, token] of tokens.entries()) {
    const children = tokens[place + 1]?.children
    if (token.type !== 'heading_open' || token.tag === 'h1' || !children) continue
    if (children.some(({ type }) => type === 'link_open')) throw new Error('A heading has no links.')
    children.unshift(raw(`<a class="anchor" href="#${token.attrGet('id')}">`))
    children.push(raw('</a>'))
  }
}

/** The text of an inline token, without marks. */
function plainOf(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')
}

function cutIntoSections(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const sections: { id: string; title: string; texts: string[] }[] = []
  for (const [place, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = headings.find(({ id }) => id === token.attrGet('id'))
      if (heading) sections.push({ id: heading.level === 1 ? '' : heading.id, title: heading.title, texts: [] })
    } else if (token.type === 'fence') {
      sections.at(-1)?.texts.push(token.content)
    } else if (token.type === 'inline' && tokens[place - 1]?.type !== 'heading_open') {
      sections.at(-1)?.texts.push(plainOf(token))
    }
  }
  return sections.map(({ id, title, texts }) => ({
    id,
    title,
    text: texts.join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, MOST_SEARCHED),
  }))
}

/** Links and pictures of a document lead to places of the site. A link to a file that is not part of it becomes its text. */
function lead(tokens: Token[], resolve: Resolve): void {
  let isGone = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = resolve(String(token.attrGet('href')))
      isGone = target === undefined
      if (target) token.attrSet('href', target.address)
    }
    if (isGone && /^link_/.test(token.type)) {
      if (token.type === 'link_close') isGone = false
      Object.assign(token, { type: 'text', tag: '', content: '' })
    }
    if (token.type === 'image') {
      const target = resolve(String(token.attrGet('src')))
      if (!target?.size) throw new Error(`${token.attrGet('src')} is not a picture of the site.`)
      token.attrSet('src', target.address)
      token.attrSet('loading', 'lazy')
      for (const side of ['width', 'height'] as const) token.attrSet(side, String(target.size[side]))
    }
  }
}

/** The same sample in several languages, each below a line with the name of its language: one block, which the script turns into tabs. */
function withTabs(tokens: readonly Token[]): Token[] {
  const result: Token[] = []
  for (let place = 0; place < tokens.length; ) {
    const samples = samplesAt(tokens, place)
    if (samples.length > 1) {
      result.push(raw('<div class="samples">\n'), ...samples, raw('</div>\n'))
      place += samples.length * TOKENS_OF_A_SAMPLE
    } else {
      const token = tokens[place++]
      if (token) result.push(token)
    }
  }
  return result
}

/** A paragraph has three tokens, the code one. */
const TOKENS_OF_A_SAMPLE = 4

function samplesAt(tokens: readonly Token[], place: number): Token[] {
  const [open, inline, , fence] = tokens.slice(place, place + TOKENS_OF_A_SAMPLE)
  const label = inline?.content ?? ''
  if (open?.type !== 'paragraph_open' || !LABEL.test(label) || fence?.type !== 'fence') return []
  fence.meta = { label: label.slice(0, -1) }
  return [fence, ...samplesAt(tokens, place + TOKENS_OF_A_SAMPLE)]
}

/** The library aligns columns by a style attribute, which the policy of the pages blocks. */
function alignByClass(token: Token): void {
  const [, side] = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? '')) ?? []
  if (!side) return
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style')
  token.attrSet('class', `align-${side}`)
}

/** HTML of our own between the tokens of a document. */
function raw(html: string): Token {
  const token = new MarkdownIt.Token('html_inline', '', 0)
  token.content = html
  return token
}
