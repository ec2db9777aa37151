import type { OperatorCall } from '../../../domain/call/index.ts'
import {
  type HiddenState,
  listHiddenPosts,
  listPosts,
  POST_SORTS,
  type PostFilter,
  type PostSort,
  searchPosts,
  wordsOfQuery,
} from '../../../domain/posts/index.ts'
import { statusById } from '../../../domain/statuses/index.ts'
import { requireTags } from '../../../domain/tags/index.ts'
import type { PageRequest } from '../../../foundation/paging/index.ts'
import { type Query, textOf } from '../../pages/index.ts'

export const HIDDEN_STATES = ['pending', 'rejected', 'merged'] as const satisfies readonly HiddenState[]
export const PAGE_SIZES = ['25', '100'] as const

/** What an address of the table asks for. */
export interface PostQuery {
  readonly q?: string
  readonly status?: string
  readonly tag?: string
  readonly state?: HiddenState
  readonly sort?: PostSort
  readonly size?: '100'
}

/** What is wrong in an address is as if it were not there, since people edit addresses. */
export function readPostQuery(query: Query): PostQuery {
  const q = textOf(query.q)?.trim().slice(0, 200)
  const status = textOf(query.status)
  const tag = textOf(query.tag)
  const state = HIDDEN_STATES.find((state) => state === query.state)
  const sort = POST_SORTS.find((sort) => sort === query.sort)
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(tag && { tag }),
    ...(state && { state }),
    ...(sort && { sort }),
    ...(query.size === '100' && { size: '100' }),
  }
}

export function addressOf(base: string, query: PostQuery, more: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams({ ...query, ...more }).toString()
  return `${base}/posts${text && `?${text}`}`
}

/** The same statements as the API; what is in none of its lists comes from one of its own. */
export async function postsOf(call: OperatorCall<'moderation:read'>, query: PostQuery, page: PageRequest<never>) {
  const { q, sort, state } = query
  const filter = await filterOf(call, query)
  if (q !== undefined && sort === undefined && !state) return searchPosts(call, q, filter, page, 'beginning')
  const words = q === undefined ? {} : { words: await wordsOfQuery(call, q) }
  if (state) return listHiddenPosts(call, state, { ...filter, ...words }, page, 'beginning')
  return listPosts(call, { ...filter, ...words }, sort ?? 'new', page, 'beginning')
}

async function filterOf(call: OperatorCall, { status, tag }: PostQuery): Promise<PostFilter> {
  const statusIds = status === undefined ? undefined : [(await statusById(call, status)).id]
  const [tagId] = tag === undefined ? [] : await requireTags(call, [tag])
  return { ...(statusIds && { statusIds }), ...(tagId && { tagId }) }
}
