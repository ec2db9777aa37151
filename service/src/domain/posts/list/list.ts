import type { Id } from '../../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import type { Permitted } from '../../call/index.ts'
import type { Post } from '../post.ts'
import type { Texts } from '../store.ts'
import { selectPage } from './store.ts'

export const POST_SORTS = ['top', 'new', 'trending', 'updated'] as const
export type PostSort = (typeof POST_SORTS)[number]

export interface PostFilter {
  readonly statusIds?: readonly Id<'status'>[]
  readonly tagId?: Id<'tag'>
  readonly authorId?: Id<'user'>
  readonly createdAfter?: Date
  readonly updatedAfter?: Date
  readonly isPinned?: boolean
  /** The text of a tsquery. */
  readonly words?: string
}

/** After which post the next page goes on, in the order that was there when the first page was read. */
export interface PostPlace {
  /** What the list is ordered by: votes, trend, or a time in ISO 8601. */
  readonly key: number | string
  readonly id: Id<'post'>
  /** What had been committed when the first page was read, and when that was. */
  readonly snapshot: string
  readonly since: string
}

/**
 * Public posts. A list goes on as it began: whoever votes meanwhile moves no post from a page that was not read yet to one
 * that was, nor back. That holds for an hour; after it the list goes on by what is true then.
 */
export function listPosts(
  call: Permitted<'board:read'>,
  filter: PostFilter,
  sort: PostSort,
  page: PageRequest<PostPlace>,
  texts: Texts = 'whole',
): Promise<Page<Post, PostPlace>> {
  return selectPage(call, filter, sort, page, texts)
}
