/** Groups of three letters of words, with two spaces before each word and one after it, as pg_trgm makes them. */
export function trigramsOf(words: readonly string[]): Set<string> {
  return new Set(
    words.flatMap((word) => {
      const letters = [...`  ${word} `]
      return letters.slice(2).map((_, place) => letters.slice(place, place + 3).join(''))
    }),
  )
}
