const MOST_IN_A_QUERY = 10
/** Longer ones are addresses or codes. */
export const LONGEST = 40
const SHORTEST_TO_LEARN = 3
/** More words than most texts have. */
const MOST_OF_A_TEXT = 200
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a text as people type them: no case, no punctuation. */
export function wordsOf(text: string): string[] {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? []
  return [...new Set(words.filter((word) => word.length <= LONGEST))]
}

/** The title comes first in a text, so its words are among them. */
export function wordsToLearn(text: string): string[] {
  return wordsOfText(text).slice(0, MOST_OF_A_TEXT)
}

/** All words that may have been learned from a text. */
export function wordsOfText(text: string): string[] {
  return wordsOf(text).filter(isLearned)
}

/** Two Latin letters say nothing; two of another script may be a word. */
export function isLearned(word: string): boolean {
  return word.length >= SHORTEST_TO_LEARN || !/^[\p{Script=Latin}\p{N}]+$/u.test(word)
}

/** The first words of a query; more words would not make the results better. */
export function wordsAskedFor(text: string): string[] {
  return wordsOf(text).slice(0, MOST_IN_A_QUERY)
}

/** All words that differ in two swapped neighbouring letters: the commonest typing mistake. */
export function transpositionsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, place) => {
    const swapped = [...letters]
    swapped[place + 1] = letters[place] ?? ''
    swapped[place] = letter
    return swapped.join('')
  })
}

/**
 * The beginning of a word, and its end read backwards. Each is as long as the word divided by `parts`; in halves, the letter in the middle belongs to the end.
 * Words of five letters or more give at least two letters.
 */
export function endsOf(word: string, parts: number): [string, string] {
  const letters = [...word]
  const head = Math.max(letters.length < 5 ? 1 : 2, Math.floor(letters.length / parts))
  const tail = parts === 2 ? Math.max(head, letters.length - head) : head
  return [letters.slice(0, head).join(''), letters.slice(-tail).reverse().join('')]
}
