import MarkdownIt from 'markdown-it'

const REL = 'nofollow ugc noopener'
/** Headings of a text stand below those of the page around it. */
const HEADINGS_BEGIN_AT = 3

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false })
markdown.linkify.set({ fuzzyEmail: false, fuzzyIP: false })
markdown.validateLink = isSafeLink

markdown.core.ruler.push('lower-headings', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type.startsWith('heading_')) {
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + HEADINGS_BEGIN_AT - 1)}`
    }
  }
})
markdown.renderer.rules.link_open = (tokens, place, options, _, self) => {
  tokens[place]?.attrSet('rel', REL)
  return self.renderToken(tokens, place, options)
}
const LINK_DEPTH: Readonly<Record<string, number>> = { link_open: 1, link_close: -1 }

/** An image of another host would tell it who reads: it becomes a link. */
markdown.renderer.rules.image = (tokens, place) => {
  const token = tokens[place]
  const { escapeHtml } = markdown.utils
  const opened = tokens.slice(0, place).reduce((depth, { type }) => depth + (LINK_DEPTH[type] ?? 0), 0)
  if (opened > 0) return escapeHtml(token?.content || 'image') // a link inside of a link is none
  const address = escapeHtml(String(token?.attrGet('src') ?? ''))
  return `<a href="${address}" rel="${REL}">${escapeHtml(token?.content || 'image')}</a>`
}

/** HTML that runs nothing: markup in the text is shown as text, and links lead to web pages only. */
export function renderMarkdown(text: string): string {
  return markdown.render(text)
}

/** Web addresses without a user in them: https://bank.example@elsewhere.example reads as what it is not. */
function isSafeLink(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}
