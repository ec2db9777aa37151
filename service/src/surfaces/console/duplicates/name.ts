import type { Duplicate } from '../../../domain/duplicates/index.ts'

/** How the address names a pair. */
export function nameOfPair({ post, into }: Pick<Duplicate, 'post' | 'into'>): string {
  return [post.id, into.id].sort().join('.')
}
