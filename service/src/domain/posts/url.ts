import type { ProjectCall } from '../call/index.ts'
import { boardOriginOf } from '../projects/index.ts'
import { slugFrom } from '../texts/index.ts'
import type { Post } from './post.ts'

/** The post's page. The number decides; the words are for people. */
export function postUrl(
  { places, project }: Pick<ProjectCall, 'places' | 'project'>,
  { number, title }: Pick<Post, 'number' | 'title'>,
): string {
  return `${boardOriginOf(places, project)}/posts/${number}/${encodeURIComponent(slugOf(title))}`
}

export function slugOf(title: string): string {
  return slugFrom(title) || 'post'
}
