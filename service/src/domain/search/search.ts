import type { ProjectCall } from '../call.ts'
import { insertWords, selectKnownWords, selectLexemes, selectNearWords } from './store.ts'
import { isLearned, wordsAskedFor, wordsToLearn } from './words.ts'

/** Short words have too many neighbours. */
const LONG = 5
/** Each is a look-up of its own; who has more words wrong has not mistyped them. */
const MOST_MISTYPED = 4

/** What somebody looks for. Absent words: nothing in it can be searched for. */
export interface SearchQuery {
  /** Every word of it has to be there: a tsquery. */
  readonly every: string
  /** The same in the title. */
  readonly everyInTitle: string
  /** One tsquery for each word, with what else it may have meant. */
  readonly each: readonly string[]
}

/** Remembers the words of a text, so that a mistyped one can be led to them. In the transaction that writes the text. */
export function learnWords(call: ProjectCall, text: string): Promise<void> {
  return insertWords(call, wordsToLearn(text))
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
  const known = await selectKnownWords(call, words)
  const isDoubtful = (word: string) => isLearned(word) && (!known.has(word) || (isWide && word.length >= LONG))
  const unknown = new Set(words.filter(isDoubtful).slice(0, MOST_MISTYPED))
  const meant = await Promise.all(
    words.map(async (word) => (unknown.has(word) ? [word, ...(await selectNearWords(call, word))] : [word])),
  )
  const last = words.length - 1
  const each = await selectLexemes(
    call,
    meant.flatMap((alternatives, place) =>
      alternatives.map((word, index) => ({ place, word, isBeginning: place === last && index === 0 })),
    ),
  )
  if (each.length === 0) return undefined
  const every = each.join(' & ')
  return { every, everyInTitle: inTitle(every), each }
}

/** The same tsquery for words of weight A alone. */
export function inTitle(query: string): string {
  return query.replace(/'((?:[^']|'')*)'(:\*)?/g, (_, lexeme, beginning) => `'${lexeme}':${beginning ? '*' : ''}A`)
}
