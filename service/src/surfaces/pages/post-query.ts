import { POST_SORTS, type PostQuery, SearchWords } from '../../domain/posts/index.ts'
import { type Query, textOf } from './query.ts'

/** The filters and order in the address of a list of posts. Invalid parts are ignored, since people edit addresses. */
export type ListedPosts = Pick<PostQuery, 'q' | 'sort' | 'status' | 'category' | 'tag'>

export function listedPostsIn(query: Query): ListedPosts {
  const q = textOf(query.q)?.trim().slice(0, SearchWords.maxLength)
  const status = textOf(query.status)
  const tag = textOf(query.tag)
  const category = textOf(query.category)
  const sort = POST_SORTS.find((sort) => sort === query.sort)
  return {
    ...(q && { q }),
    ...(sort && { sort }),
    ...(status && { status }),
    ...(category && { category }),
    ...(tag && { tag }),
  }
}
