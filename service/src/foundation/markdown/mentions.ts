import type { MarkdownIt, StateInline } from 'markdown-it'

/** `[@Ada L.](mention:usr_…)`: the name is for the reader of the text, the id says who it is. */
const MENTION = /\[@([^[\]\\\n]{0,100})\]\(mention:([a-z0-9_]{1,40})\)/g
const HERE = new RegExp(MENTION.source, 'y')
/** The markup in place of a name, until `withNames` puts the name there. No text can contain this markup. */
const PLACE = /<bdi class="mention">([a-z0-9_]{1,40})<\/bdi>/g

/** Whether a text may mention the person with this id. */
export type Mentions = (id: string) => boolean

export interface NamedPerson {
  readonly name: string
  /** False: the name is shown like any other word. */
  readonly isMarked: boolean
}

/** The ids that a text mentions, each once. */
export function mentionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, , id = '']) => id))]
}

/** The Markdown that mentions somebody. */
export function mentionOf(id: string, name: string): string {
  return `[@${name.replace(/[[\]\\\s]+/g, ' ')}](mention:${id})`
}

/** The text with the names that `nameOf` returns in its mentions. Other mentions stay as they are. */
export function withMentions(text: string, nameOf: (id: string) => string | undefined): string {
  return text.replace(MENTION, (whole, _, id: string) => {
    const name = nameOf(id)
    return name === undefined ? whole : mentionOf(id, name)
  })
}

/** The text with a name alone in place of each mention. */
export function mentionsAsWords(text: string): string {
  return text.replace(MENTION, '@$1')
}

/** The text without its mentions. */
export function withoutMentions(text: string): string {
  return text.replace(MENTION, '')
}

/** The HTML with names in the places of mentions. */
export function withNames(
  html: string,
  personOf: (id: string) => NamedPerson,
  escapeHtml: (text: string) => string,
): string {
  return html.replace(PLACE, (_, id: string) => {
    const { name, isMarked } = personOf(id)
    const text = `@${escapeHtml(name)}`
    return isMarked ? `<bdi class="mention">${text}</bdi>` : text
  })
}

/** Reads mentions. A mention that the text may not make stays as it was typed. */
export function readMentions(markdown: MarkdownIt, mentionsOf: (env: unknown) => Mentions): void {
  markdown.inline.ruler.before('link', 'mention', (state: StateInline, isSilent: boolean) => {
    HERE.lastIndex = state.pos
    const [whole, , id = ''] = HERE.exec(state.src) ?? []
    if (!whole || !mentionsOf(state.env)(id)) return false
    if (!isSilent) state.push('mention', '', 0).content = id
    state.pos += whole.length
    return true
  })
  markdown.renderer.rules.mention = (tokens, place) => `<bdi class="mention">${tokens[place]?.content}</bdi>`
}
