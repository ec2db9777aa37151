import type { OperatorCall } from '../../../domain/call/index.ts'
import { findHiddenPosts, findPosts, type HiddenState } from '../../../domain/posts/index.ts'
import type { PageRequest } from '../../../foundation/paging/index.ts'
import { type ListedPosts, listedPostsIn, type Query } from '../../pages/index.ts'

export const HIDDEN_STATES = ['pending', 'rejected', 'merged'] as const satisfies readonly HiddenState[]

/** The filters in the address of the table. */
export interface PostQuery extends ListedPosts {
  readonly state?: HiddenState
  readonly size?: '100'
}

export function readPostQuery(query: Query): PostQuery {
  const state = HIDDEN_STATES.find((state) => state === query.state)
  return { ...listedPostsIn(query), ...(state && { state }), ...(query.size === '100' && { size: '100' }) }
}

export function addressOf(base: string, query: PostQuery, more: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams({ ...query, ...more }).toString()
  return `${base}/posts${text && `?${text}`}`
}

export function postsOf(
  call: OperatorCall<'moderation:read'>,
  { size: _, state, ...query }: PostQuery,
  page: PageRequest<never>,
) {
  if (state) return findHiddenPosts(call, state, query, page, 'beginning')
  return findPosts(call, query, page, { usual: 'new', texts: 'beginning' })
}
