import type { JSX } from 'preact'
import type { ReaderCall } from '../../domain/call/index.ts'
import { listPosts, POST_SORTS, type PostFilter, searchPosts, wordsOfQuery } from '../../domain/posts/index.ts'
import { listStatuses, statusById } from '../../domain/statuses/index.ts'
import { pageTags, requireTags } from '../../domain/tags/index.ts'
import type { PageRequest } from '../../foundation/paging/index.ts'
import { type Query, readPage, textOf } from '../pages/index.ts'
import type { BoardContext } from './context.ts'
import type { ReaderView } from './model.ts'
import { addressOf, ListPage, type ListQuery } from './pages/list.tsx'

const POSTS_A_PAGE = 20
const MOST_PINNED = 5
const MOST_TAGS = 30
/** As many as lists usually have: for those PostgreSQL keeps its plan. */
const USUAL = { limit: 20, after: undefined }
const MANY = { limit: 100, after: undefined }

/** The front page, and every search and filter of it. */
export async function showPostList(context: BoardContext, view: ReaderView, asked: Query): Promise<JSX.Element> {
  const { call } = view
  const query = readListQuery(asked)
  const filter = await filterOf(call, query)
  const isFirst = asked.cursor === undefined
  const isPlain = query.q === undefined && query.tag === undefined && query.status === undefined
  const [statuses, tags, pinned, { items, next }] = await Promise.all([
    listStatuses(call),
    pageTags(call, MANY),
    isPlain ? listPosts(call, { isPinned: true }, 'top', USUAL, 'beginning') : { items: [] },
    readPage(
      context.cursors,
      ['board', call.project.id, '/', Object.entries(query).sort()],
      asked,
      POSTS_A_PAGE,
      (page) => postsOf(call, query, filter, page),
    ),
  ])
  const first = pinned.items.slice(0, MOST_PINNED)
  const pinnedIds = new Set(first.map(({ id }) => id))
  return (
    <ListPage
      view={view}
      query={query}
      statuses={statuses}
      tags={tags.items.slice(0, MOST_TAGS)}
      pinned={isFirst ? first : []}
      posts={items.filter(({ id }) => !pinnedIds.has(id))}
      next={next && addressOf(query, next)}
      isFirst={isFirst}
    />
  )
}

async function postsOf(call: ReaderCall, { q, sort }: ListQuery, filter: PostFilter, page: PageRequest<never>) {
  if (q !== undefined && sort === undefined) return searchPosts(call, q, filter, page, 'beginning')
  const words = q === undefined ? {} : { words: await wordsOfQuery(call, q) }
  return listPosts(call, { ...filter, ...words }, sort ?? 'top', page, 'beginning')
}

/** What an address asks for; what is wrong in it is as if it were not there, since people edit addresses. */
function readListQuery(query: Query): ListQuery {
  const sort = POST_SORTS.find((sort) => sort === query.sort)
  const q = textOf(query.q)?.trim().slice(0, 200)
  const status = textOf(query.status)
  const tag = textOf(query.tag)
  return { ...(q && { q }), ...(sort && { sort }), ...(status && { status }), ...(tag && { tag }) }
}

async function filterOf(call: ReaderCall, { status, tag }: ListQuery): Promise<PostFilter> {
  const statusIds = status === undefined ? undefined : [(await statusById(call, status)).id]
  const [tagId] = tag === undefined ? [] : await requireTags(call, [tag])
  return { ...(statusIds && { statusIds }), ...(tagId && { tagId }) }
}
