// Control characters, line breaks, and what is invisible or changes the direction of what follows it.
// The joiners U+200C and U+200D stay: names in several scripts need them.
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu
const AROUND_AN_AT_SIGN = /[^\s@]@[^\s@]/

// One @ between two parts without spaces or marks that mail headers give a meaning to; dots only between labels.
const ADDRESS =
  /^[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:"]+@[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:".]+(?:\.[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:".]+)*$/u

/** A plausible address, in any script. Whether it exists, only a mail can tell. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** A name as it may be shown; `undefined` if nothing is left, or if it gives an e-mail address away. */
export function tidyName(text: string): string | undefined {
  const tidy = text.replace(UNSEEN, '').trim()
  return tidy === '' || AROUND_AN_AT_SIGN.test(tidy.normalize('NFKC')) ? undefined : tidy
}
