/**
 * All but letters, digits, signs and spaces: line ends, control characters, and what turns the direction of the text after it. Joiners stay: several
 * scripts and many emoji need them.
 */
const UNFIT = /[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Join_Control} ]/gu

/** A header is at most this long, whatever a title or a name holds. */
const LONGEST = 200

/**
 * A text as a part of a header: one line that ends where it seems to end, and not longer than mail programs show. They read `=?` as the beginning of an
 * encoded word (RFC 2047), which could hold anything.
 */
export function asHeader(text: string, longest = LONGEST): string {
  const line = text.replace(/\s+/g, ' ').replace(UNFIT, '').replaceAll('=?', '= ?').trim()
  const letters = [...line]
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join('')}…`
}
