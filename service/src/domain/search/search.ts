import type { ProjectCall } from '../call/index.ts'
import {
  holdDictionary,
  insertWords,
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

/** What somebody looks for. Absent words: nothing in it can be searched for. */
export interface SearchQuery {
  /** Every word of it has to be there: a tsquery. */
  readonly every: string
  /** One tsquery for each word, with what else it may have meant. */
  readonly each: readonly string[]
}

/**
 * Remembers the words of a text, so that a mistyped one can be led to them. In the transaction that writes the text; the
 * dictionary is its last lock, so there is no deadlock.
 */
export async function learnWords(call: ProjectCall, text: string): Promise<void> {
  const words = wordsToLearn(text)
  if (words.length === 0) return
  await Promise.all([holdDictionary(call, call.project.id), insertWords(call, words)]) // sent together, done in this order
}

/**
 * A word that no post has is searched by those nearest to it; the last word also as the beginning of a longer one. Widely: every word is,
 * since somebody else may have made the same mistake.
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
  return each.length === 0 ? undefined : { every: each.join(' & '), each }
}

/** The same tsquery for the words of one project, as `words_in` writes them. */
export function wordsIn(projectId: string, query: string): string {
  return query.replace(/'((?:[^']|'')*)'/g, (_, lexeme) => `'${projectId}/${lexeme}'`)
}
