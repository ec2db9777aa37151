import { openMemory } from '../../foundation/memory/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { boardOriginOf } from '../projects/index.ts'
import { isAscii, slugFrom } from '../texts/index.ts'
import type { Post } from './post.ts'

/** The post's page. The number decides; the words are for people. */
export function postUrl(
  { places, project }: Pick<ProjectCall, 'places' | 'project'>,
  { number, title }: Pick<Post, 'number' | 'title'>,
): string {
  return `${boardOriginOf(places, project)}/posts/${number}/${wordsOf(title)}`
}

/** The words of titles that are not ASCII: they take longer to make than to look up, and the same titles are listed again and again. */
const words = openMemory<string>({ most: 5_000, freshMs: Number.POSITIVE_INFINITY })

function wordsOf(title: string): string {
  if (isAscii(title)) return slugOf(title)
  const known = words.fresh(title)
  if (known !== undefined) return known
  const made = encodeURIComponent(slugOf(title))
  words.set(title, made)
  return made
}

export function slugOf(title: string): string {
  return slugFrom(title) || 'post'
}
