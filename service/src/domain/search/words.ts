const MOST_IN_A_QUERY = 10
const LONGEST = 60
const SHORTEST_TO_LEARN = 3
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a text as people type them: no case, no punctuation. */
export function wordsOf(text: string): string[] {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? []
  return [...new Set(words.filter((word) => word.length <= LONGEST))]
}

export function wordsToLearn(text: string): string[] {
  return wordsOf(text).filter(isLearned).sort() // everybody takes the same order, so that two who learn the same words never wait for each other in a circle
}

/** Two Latin letters say nothing; two of another script may be a word. */
export function isLearned(word: string): boolean {
  return word.length >= SHORTEST_TO_LEARN || !/^[\p{Script=Latin}\p{N}]+$/u.test(word)
}

/** The first words of what somebody asks for; more would make the answer no better. */
export function wordsAskedFor(text: string): string[] {
  return wordsOf(text).slice(0, MOST_IN_A_QUERY)
}

/** Each word that has two neighbouring letters the other way round: the commonest slip of fingers. */
export function transpositionsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, place) => {
    const swapped = [...letters]
    swapped[place + 1] = letters[place] ?? ''
    swapped[place] = letter
    return swapped.join('')
  })
}

/** How a word begins, and how it ends, read backwards. One slip leaves one of the two as it is. */
export function halvesOf(word: string): [string, string] {
  const letters = [...word]
  const middle = Math.floor(letters.length / 2)
  return [letters.slice(0, middle).join(''), letters.slice(middle).reverse().join('')]
}
