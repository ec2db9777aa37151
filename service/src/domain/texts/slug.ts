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
  return isAscii(text) ? slugOfAscii(text) : slugOfWords(wordsOf(text) ?? [])
}

/** Every list makes twenty slugs, most titles are ASCII, and Unicode is slow. */
function slugOfAscii(text: string): string {
  const hyphenated = text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const slug = hyphenated.slice(hyphenated.startsWith('-') ? 1 : 0, hyphenated.endsWith('-') ? -1 : undefined)
  if (slug.length <= LONGEST_SLUG) return slug
  const end = slug.lastIndexOf('-', LONGEST_SLUG)
  return slug.slice(0, end === -1 ? LONGEST_SLUG : end)
}

function slugOfWords(words: readonly string[]): string {
  let slug = ''
  for (const word of words) {
    if (slug && slug.length + word.length >= LONGEST_SLUG) break
    slug += `${slug && '-'}${word}`
  }
  return [...slug].slice(0, LONGEST_SLUG).join('')
}
