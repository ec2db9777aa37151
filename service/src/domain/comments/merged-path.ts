import type { Id } from '../../foundation/ids/index.ts'

/** The posts that a comment of this post came through by merging, the last one first. */
export function mergedPathOf(from: Id<'post'>, chain: readonly Id<'post'>[]): Id<'post'>[] {
  return chain.length === 0 ? [] : [...chain.slice(0, -1).reverse(), from]
}
