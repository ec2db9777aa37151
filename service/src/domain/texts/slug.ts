import { isAscii } from './characters.ts'

const LONGEST_SLUG = 60

function wordsOf(text: string): string[] | null {
  return text
    .normalize('NFKD')
    .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.replace(/\p{M}+/gu, ''))
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
}

/** Whether it is a slug already: nothing in it has to change. */
export function isSlug(text: string): boolean {
  return text !== '' && slugFrom(text) === text
}

/** Letters and digits of any script, the rest hyphens; accents of Latin letters go, whole words stay where they fit. Empty if there is neither. */
export function slugFrom(text: string): string {
  // Every list makes twenty slugs, most titles are ASCII, and Unicode is slow.
  const isPlain = isAscii(text)
  const words = isPlain ? text.toLowerCase().match(/[a-z0-9]+/g) : wordsOf(text)
  let slug = ''
  for (const word of words ?? []) {
    if (slug && slug.length + word.length >= LONGEST_SLUG) break
    slug += `${slug && '-'}${word}`
  }
  return isPlain ? slug.slice(0, LONGEST_SLUG) : [...slug].slice(0, LONGEST_SLUG).join('')
}
