import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import type { Permitted } from '../../call/index.ts'
import type { Post } from '../post.ts'
import type { Texts } from '../store.ts'
import type { PostFilter, PostPlace, PostSort } from './filter.ts'
import { selectPage } from './store.ts'

/**
 * Public posts. Pages are consistent: votes that arrive while somebody pages move no post between pages. That holds for
 * an hour; a later page follows the current order.
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
