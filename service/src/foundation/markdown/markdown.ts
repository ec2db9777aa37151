import MarkdownIt, { type Token } from 'markdown-it'
import { type Mentions, mentionsAsWords, type NamedPerson, withNames as nameIn, readMentions } from './mentions.ts'
import { limitWork, TOO_MUCH } from './work.ts'

const REL = 'nofollow ugc noopener'
/** Headings of a text stand below those of the page around it. */
const HEADINGS_BEGIN_AT = 3
/** HTML has at most this many bytes for each byte of the text; a text of a few characters may have a little more. */
const MOST_GROWTH = 8
const ALWAYS_ALLOWED_BYTES = 4096

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false })
markdown.linkify.set({ fuzzyEmail: false, fuzzyIP: false })
// No link with these schemes is safe, and the library would still look for the end of the text after each //.
for (const schema of ['//', 'ftp:', 'mailto:']) markdown.linkify.add(schema, null)
markdown.validateLink = isSafeLink
const within = limitWork(markdown)
readMentions(markdown, (env) => (env as Partial<Surroundings>).mentions ?? (() => false)) // as for pictures

markdown.core.ruler.push('lower-headings', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type.startsWith('heading_')) {
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + HEADINGS_BEGIN_AT - 1)}`
    }
  }
})
/** The library aligns columns by a style attribute, which a strict Content-Security-Policy blocks. */
markdown.core.ruler.push('align-by-class', ({ tokens }) => {
  for (const token of tokens) {
    const [, side] = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? '')) ?? []
    if (side) token.attrs = [['class', `align-${side}`]]
  }
})
/** An image is shown as a link, and a link cannot contain another link. */
markdown.core.ruler.push('images-in-links', ({ tokens }) => {
  for (const { children } of tokens) {
    let depth = 0
    for (const token of children ?? []) {
      depth += LINK_DEPTH[token.type] ?? 0
      if (token.type === 'image' && depth > 0) token.hidden = true
    }
  }
})
const LINK_DEPTH: Readonly<Record<string, number>> = { link_open: 1, link_close: -1 }

markdown.renderer.rules.link_open = (tokens, place, options, _, self) => {
  tokens[place]?.attrSet('rel', REL)
  return self.renderToken(tokens, place, options)
}
/**
 * An image from another host would tell that host who reads the text, so it becomes a link. Our own images have their size, so that nothing moves
 * when they load.
 */
markdown.renderer.rules.image = (tokens, place, _, env) => {
  const token = tokens[place]
  const { escapeHtml } = markdown.utils
  const address = String(token?.attrGet('src') ?? '')
  const { pictures } = env as Partial<Surroundings> // renderMarkdown passes it; plainTextOf passes nothing
  const picture = pictures?.(address)
  if (picture) {
    const { path, width, height } = picture
    const image = `<img src="${path}?size=small" width="${width}" height="${height}" alt="${escapeHtml(token?.content ?? '')}" loading="lazy">`
    return token?.hidden ? image : `<a href="${path}">${image}</a>`
  }
  const text = escapeHtml(token?.content || 'image')
  return token?.hidden ? text : `<a href="${escapeHtml(address)}" rel="${REL}">${text}</a>`
}

/** A picture that a text may show. Its path is not escaped. */
export interface ShownPicture {
  readonly path: string
  readonly width: number
  readonly height: number
}

/** The picture at an address, if it is one that the text may show. */
export type Pictures = (address: string) => ShownPicture | undefined

/** The pictures and the people that a text may show. */
type Surroundings = {
  readonly pictures: Pictures
  readonly mentions: Mentions
}

/**
 * HTML that runs nothing: markup in the text is shown as text, and links lead to web pages only. A text that would cost too much to
 * render, or would grow too much, is shown as it was typed.
 */
export function renderMarkdown(text: string, { pictures, mentions }: Partial<Surroundings> = {}): string {
  const surroundings: Surroundings = { pictures: pictures ?? (() => undefined), mentions: mentions ?? (() => false) }
  const most = Math.max(ALWAYS_ALLOWED_BYTES, MOST_GROWTH * Buffer.byteLength(text))
  try {
    const html = within({ steps: stepsFor(text), characters: most }, () => markdown.render(text, surroundings))
    return Buffer.byteLength(html) <= most ? html : showPlainly(text)
  } catch (error) {
    if (error === TOO_MUCH) return showPlainly(text)
    throw error
  }
}

/**
 * The same HTML for a place outside of the board: `base` is put in front of the addresses of pictures and of their links. No other address begins
 * with a slash.
 */
export function withPicturesAt(base: string, html: string): string {
  if (!html.includes('="/')) return html // most texts have no pictures, and looking costs less than replacing
  return html.replace(/(<a href="|<img src=")(?=\/)/g, `$1${base}`)
}

/** The same HTML with names in the places of mentions. */
export function withNames(html: string, personOf: (id: string) => NamedPerson): string {
  return nameIn(html, personOf, markdown.utils.escapeHtml)
}

/** The text in one line, without Markdown marks. A text that would cost too much keeps them. */
export function plainTextOf(text: string): string {
  try {
    const budget = { steps: stepsFor(text), characters: MOST_GROWTH * text.length }
    return onOneLine(
      within(budget, () => markdown.parse(mentionsAsWords(text), {}))
        .map(wordsOf)
        .join(' '),
    )
  } catch (error) {
    if (error === TOO_MUCH) return onOneLine(text)
    throw error
  }
}

/** Texts, code and the descriptions of images have content; other tokens have none, and ends of lines are spaces. */
function wordsOf({ type, content, children }: Token): string {
  if (type === 'inline') return (children ?? []).map(wordsOf).join('')
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : content
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Ordinary prose needs two or three steps for each character, lists and tables of short words up to nine. */
function stepsFor(text: string): number {
  return 4_000 + 12 * text.length
}

/** Paragraphs and line ends, nothing else. At most six bytes for one, which is what a quotation mark becomes. */
function showPlainly(text: string): string {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph !== '')
  return paragraphs
    .map((paragraph) => `<p>${markdown.utils.escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>\n`)
    .join('')
}

/** Web addresses without a user in them: https://bank.example@elsewhere.example looks like another site. */
function isSafeLink(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}
