import type pg from 'pg'
import type { Random } from './random.ts'
import { makeVocabulary, SMALL_WORDS, zipf } from './vocabulary.ts'

const LONGEST_TITLE = 140

export interface Written {
  readonly title: string
  readonly body: string
  readonly bodyHtml: string
  /** The text of the tsvector that the service would make of title and body. */
  readonly search: string
}

export interface Texts {
  post(): Written
  /** A comment's body. */
  remark(): string
  html(body: string): string
  /** Every word of the posts. */
  readonly used: Set<string>
}

/** The words of a text and, for each, its lexeme; small words have none. */
interface Draft {
  readonly words: string[]
  readonly lexemes: (string | undefined)[]
}

/**
 * Writes as people do: words by their frequency, small words between them, and the words of a title again in the body. The database is asked for the
 * lexeme of each word once, instead of for a tsvector a million times.
 */
export async function openTexts(
  client: pg.Client,
  language: string,
  vocabularySize: number,
  random: Random,
): Promise<Texts> {
  const vocabulary = makeVocabulary(vocabularySize, random)
  const lexemeOf = await lexemes(client, language, [...vocabulary, ...SMALL_WORDS])
  const draw = zipf(vocabulary.length, random)
  const used = new Set<string>()

  const write = (length: number, smallShare: number, about: readonly string[] = []): Draft => {
    const words: string[] = []
    for (let place = 0; place < length; place += 1) {
      const small = place > 0 && random() < smallShare
      const again = !small && about.length > 0 && random() < 0.12
      const list = small ? SMALL_WORDS : again ? about : undefined
      const word = list ? (list[Math.floor(random() * list.length)] ?? '') : (vocabulary[draw()] ?? '')
      words.push(word)
    }
    return { words, lexemes: words.map((word) => lexemeOf.get(word)) }
  }
  const html = (body: string) =>
    body
      .split('\n\n')
      .map((part) => `<p>${part}</p>\n`)
      .join('')

  return {
    used,
    html,
    post: () => {
      const title = write(3 + Math.floor(random() * 6), 0.25)
      while (title.words.join(' ').length > LONGEST_TITLE) {
        title.words.pop()
        title.lexemes.pop()
      }
      const body = write(8 + Math.floor(random() ** 2 * 80), 0.42, title.words)
      for (const word of title.words) used.add(word)
      for (const word of body.words) used.add(word)
      const bodyText = sentences(body.words, random)
      return {
        title: capital(title.words.join(' ')),
        body: bodyText,
        bodyHtml: html(bodyText),
        search: vector(title, body),
      }
    },
    remark: () => sentences(write(4 + Math.floor(random() ** 2 * 40), 0.42).words, random),
  }
}

async function lexemes(client: pg.Client, language: string, words: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ word: string; lexeme: string | null }>(
    `select word, (tsvector_to_array(to_tsvector($1::regconfig, word)))[1] as lexeme from unnest($2::text[]) as w (word)`,
    [language, words],
  )
  return new Map(rows.flatMap(({ word, lexeme }) => (lexeme === null ? [] : [[word, lexeme] as const])))
}

/**
 * As `setweight(to_tsvector(title), 'A') || setweight(to_tsvector(body), 'B')`: the positions of the body continue after the last lexeme of the
 * title.
 */
function vector(title: Draft, body: Draft): string {
  const places = new Map<string, string>()
  const add = (lexeme: string | undefined, place: string) => {
    if (lexeme === undefined) return
    const before = places.get(lexeme)
    places.set(lexeme, before === undefined ? place : `${before},${place}`)
  }
  for (const [index, lexeme] of title.lexemes.entries()) add(lexeme, `${index + 1}A`)
  const offset = title.lexemes.findLastIndex((lexeme) => lexeme !== undefined) + 1
  for (const [index, lexeme] of body.lexemes.entries()) add(lexeme, `${offset + index + 1}B`)
  let text = ''
  for (const [lexeme, list] of places) text += `${text && ' '}'${lexeme}':${list}`
  return text
}

/** Full stops every now and then, and a new paragraph now and then. */
function sentences(words: readonly string[], random: Random): string {
  let text = ''
  let starts = true
  for (const [index, word] of words.entries()) {
    text += starts ? capital(word) : word
    starts = index === words.length - 1 || random() < 0.1
    const paragraph = starts && index < words.length - 1 && random() < 0.25
    text += `${starts ? '.' : ''}${index === words.length - 1 ? '' : paragraph ? '\n\n' : ' '}`
  }
  return text
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
