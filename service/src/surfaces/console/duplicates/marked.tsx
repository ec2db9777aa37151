/** A text in which the words of both titles are marked, in any case. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const shared = new Set(words)
  const parts = text.split(/([\p{L}\p{N}\p{M}]+)/u) // each second part is a word
  return (
    <>
      {parts.map((part, place) =>
        place % 2 === 1 && shared.has(part.normalize('NFKC').toLowerCase()) ? <mark>{part}</mark> : part,
      )}
    </>
  )
}
