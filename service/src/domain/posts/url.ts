import type { ProjectCall } from '../call/index.ts'
import { boardOriginOf } from '../projects/index.ts'
import { isAscii } from '../texts/index.ts'
import type { Post } from './post.ts'

const LONGEST_SLUG = 60

/** The post's page. The number decides; the words are for people. */
export function postUrl(
  { places, project }: Pick<ProjectCall, 'places' | 'project'>,
  { number, title }: Pick<Post, 'number' | 'title'>,
): string {
  return `${boardOriginOf(places, project)}/posts/${number}/${encodeURIComponent(slugOf(title))}`
}

function wordsOf(title: string): string[] | null {
  return title
    .normalize('NFKD')
    .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.replace(/\p{M}+/gu, ''))
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
}

/** Letters and digits of any script, the rest hyphens; accents of Latin letters go, whole words stay where they fit. */
export function slugOf(title: string): string {
  // Every list makes twenty slugs, most titles are ASCII, and Unicode is slow.
  const words = isAscii(title) ? title.toLowerCase().match(/[a-z0-9]+/g) : wordsOf(title)
  let slug = ''
  for (const word of words ?? []) {
    if (slug && slug.length + word.length >= LONGEST_SLUG) break
    slug += `${slug && '-'}${word}`
  }
  return [...slug].slice(0, LONGEST_SLUG).join('') || 'post'
}
