import type { OperatorCall } from '../../../domain/call/index.ts'
import { findHiddenPosts, findPosts, type HiddenState, type Texts } from '../../../domain/posts/index.ts'
import type { PageRequest } from '../../../foundation/paging/index.ts'
import { type ListedPosts, listedPostsIn, type Query, textOf } from '../../pages/index.ts'

const HIDDEN_STATES = ['pending', 'rejected', 'merged'] as const satisfies readonly HiddenState[]

/** The filters in the address of the table. */
export interface PostQuery extends ListedPosts {
  readonly state?: HiddenState
  readonly size?: '100'
  /** The id of a segment to which one of the voters belongs. */
  readonly segment?: string
  /** The id of the import that made them. */
  readonly import?: string
}

export function readPostQuery(query: Query): PostQuery {
  const state = HIDDEN_STATES.find((state) => state === query.state)
  const from = textOf(query.import)
  const segment = textOf(query.segment)
  return {
    ...listedPostsIn(query),
    ...(state && { state }),
    ...(query.size === '100' && { size: '100' }),
    ...(segment && { segment }),
    ...(from && { import: from }),
  }
}

export function addressOf(base: string, query: PostQuery, more: Readonly<Record<string, string>> = {}): string {
  return withQuery(`${base}/posts`, { ...query, ...more })
}

/** The same list as a file. */
export function csvAddressOf(base: string, { size: _, ...query }: PostQuery): string {
  return withQuery(`${base}/posts.csv`, query)
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString()
  return `${path}${text && `?${text}`}`
}

export function postsOf(
  call: OperatorCall<'moderation:read'>,
  { size: _, state, ...query }: PostQuery,
  page: PageRequest<never>,
  texts: Texts = 'beginning',
) {
  if (state) return findHiddenPosts(call, state, query, page, texts)
  return findPosts(call, query, page, { usual: 'new', texts })
}
