import type { ProjectCall } from '../call/index.ts'
import {
  holdDictionary,
  insertWords,
  MOST_WORDS,
  selectBeginnings,
  selectKnownWords,
  selectLexemes,
  selectNearWords,
} from './store.ts'
import { isLearned, wordsAskedFor, wordsToLearn } from './words.ts'

/** Short words have too many neighbours. */
const LONG = 5
/** Each needs a look-up. More wrong words than this are not typing mistakes. */
const MOST_MISTYPED = 4

/** The text of a search. Undefined: it has no words to search for. */
export interface SearchQuery {
  /** A tsquery for posts that have every word. */
  readonly every: string
  /** One tsquery for each word, with the alternatives that the user may have meant. */
  readonly each: readonly string[]
  /** That of the last word, to which letters may be missing. Undefined: it is one of the words that are not searched for, such as "the". */
  readonly last: string | undefined
}

/**
 * Remembers the words of texts, so that a mistyped word finds them. Call it in the transaction that writes the texts; the dictionary is its last
 * lock, so there is no deadlock.
 */
export async function learnWords(call: ProjectCall, ...texts: readonly string[]): Promise<void> {
  await learn(call, [...new Set(texts.flatMap(wordsToLearn))])
}

async function learn(call: ProjectCall, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  await Promise.all([holdDictionary(call, call.project.id), insertWords(call, words)]) // the statements are sent together and run in this order
}

export type Learn = (...texts: readonly string[]) => Promise<void>

/** The same for many texts in one transaction: words that it learned are not looked up again. */
export function openLearning(call: ProjectCall): Learn {
  const learned = new Set<string>()
  return async (...texts) => {
    if (learned.size >= MOST_WORDS) return
    const words = [...new Set(texts.flatMap(wordsToLearn))].filter((word) => !learned.has(word))
    await learn(call, words)
    for (const word of words) learned.add(word)
  }
}

/**
 * A word that no post has is replaced by the nearest words; the last word is also searched as the beginning of a longer one. `isWide`: every word gets
 * its nearest words too, because a post may have the same typing mistake.
 */
export async function readQuery(
  call: ProjectCall,
  text: string,
  { isWide = false } = {},
): Promise<SearchQuery | undefined> {
  const words = wordsAskedFor(text)
  if (words.length === 0) return undefined
  const last = words.at(-1) ?? ''
  const [known, begun] = await Promise.all([
    selectKnownWords(call, words),
    selectBeginnings(call, last, { isAlone: words.length === 1 }),
  ])
  const isStrange = (word: string) => !known.has(word) && !(word === last && begun.length > 0)
  const isDoubtful = (word: string) => isLearned(word) && (isStrange(word) || (isWide && word.length >= LONG))
  const doubtful = new Set(words.filter(isDoubtful).slice(0, MOST_MISTYPED))
  const meant = await Promise.all(
    words.map(async (word) => [
      word,
      ...(word === last ? begun : []),
      ...(doubtful.has(word) ? await selectNearWords(call, word) : []),
    ]),
  )
  const each = await selectLexemes(
    call,
    meant.flatMap((alternatives, place) => alternatives.map((word) => ({ place, word }))),
  )
  if (each.length === 0) return undefined
  const texts = each.map(({ query }) => query)
  return { every: texts.join(' & '), each: texts, last: each.find(({ place }) => place === words.length - 1)?.query }
}

const LEXEME = /'((?:[^']|'')*)'/g

/** The same tsquery for the words of one project, as `words_in` writes them. */
export function wordsIn(projectId: string, query: string): string {
  return query.replace(LEXEME, (_, lexeme) => `'${projectId}/${lexeme}'`)
}

/** The same tsquery, also for all longer words that begin like these. Not for an index: it would have to collect all posts of all of them. */
export function orLonger(query: string): string {
  return query.replace(LEXEME, '$&:*')
}
