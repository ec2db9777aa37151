import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import type { Permitted } from '../../call/index.ts'
import type { Post } from '../post.ts'
import type { Texts } from '../store.ts'
import type { PostFilter, PostPlace, PostSort } from './filter.ts'
import { selectPage } from './store.ts'

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
