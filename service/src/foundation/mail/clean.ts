/** Line ends, control characters, unpaired surrogates, and what turns the direction of the text after it. */
const HARMFUL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A header is at most this long, whatever a title or a name holds. */
const LONGEST = 200

/** A text as a part of a header: one line that ends where it seems to end, and not longer than mail programs show. */
export function asHeader(text: string, longest = LONGEST): string {
  const line = text.replace(HARMFUL, ' ').replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join('')}…`
}
