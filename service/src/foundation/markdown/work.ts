import type { Env, MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it'

/** The costs of work, in steps. One step is about as much work as reading a character. */
const A_TOKEN = 8
const A_LINE_TRIED = 6
const A_PARAGRAPH = 6

/** Thrown when a text is too much work; one object is enough, because its stack is not read. */
export const TOO_MUCH = new Error('The text costs too much to render')

export interface Budget {
  readonly steps: number
  /** How many characters all texts and addresses together may have: each use of a reference repeats its address. */
  readonly characters: number
}

type Nesting = Parameters<StateBlock['push']>[2]

/**
 * Counts each parsed character (again if it is parsed again), each token, each line on which a block may begin, and each look ahead for the end of a
 * link. Short rows of wide tables, images in images and brackets that are never closed use up their steps within milliseconds. Returns a function
 * that does one piece of work within a budget and throws TOO_MUCH when the budget is used up.
 */
export function limitWork(markdown: MarkdownIt): <Result>(budget: Budget, work: () => Result) => Result {
  const { block, inline, core, linkify } = markdown
  let stepsLeft = 0
  let mostCharacters = 0
  const spend = (steps: number) => {
    stepsLeft -= steps
    if (stepsLeft < 0) throw TOO_MUCH
  }

  block.State = class extends block.State {
    constructor(src: string, md: MarkdownIt, env: Env, tokens: Token[]) {
      spend(src.length)
      super(src, md, env, tokens)
    }
    override push(type: string, tag: string, nesting: Nesting): Token {
      spend(A_TOKEN)
      return super.push(type, tag, nesting)
    }
  }
  inline.State = class extends inline.State {
    constructor(src: string, md: MarkdownIt, env: Env, tokens: Token[]) {
      spend(A_PARAGRAPH + src.length)
      super(src, md, env, tokens)
    }
    override push(type: string, tag: string, nesting: Nesting): Token {
      spend(A_TOKEN)
      return super.push(type, tag, nesting)
    }
  }
  const countLine = () => {
    spend(A_LINE_TRIED)
    return false
  }
  block.ruler.before('table', 'count', countLine, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  const skipToken = inline.skipToken.bind(inline)
  inline.skipToken = (state: StateInline) => {
    spend(1)
    skipToken(state)
  }
  const matchAtStart = linkify.matchAtStart.bind(linkify)
  linkify.matchAtStart = (text: string) => {
    const end = text.search(/\s/)
    spend(end < 0 ? text.length : end)
    return matchAtStart(text)
  }
  core.ruler.push('weigh', ({ tokens }) => {
    if (tokens.reduce((sum, token) => sum + charactersOf(token), 0) > mostCharacters) throw TOO_MUCH
  })

  return ({ steps, characters }, work) => {
    stepsLeft = steps
    mostCharacters = characters
    return work()
  }
}

function charactersOf({ content, attrs, children }: Token): number {
  if (children) return children.reduce((sum, child) => sum + charactersOf(child), 0)
  return content.length + (attrs ?? []).reduce((sum, [, value]) => sum + String(value).length, 0)
}
