import { findPosts } from '../../../domain/posts/index.ts'
import { listStatuses } from '../../../domain/statuses/index.ts'
import { pageTags } from '../../../domain/tags/index.ts'
import { listedPostsIn, type Query, readPage } from '../../pages/index.ts'
import type { BoardContext } from '../shared/context.ts'
import { listAddress } from '../shared/lists.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import type { ReaderView } from '../shared/view.ts'
import { whatHappensNow } from './now.tsx'
import { IdeasPage } from './page.tsx'

const POSTS_A_PAGE = 20
const MOST_PINNED = 5
const MOST_TAGS = 30
/** As many as lists usually have: for those PostgreSQL keeps its plan. */
const USUAL = { limit: 20, after: undefined }
const BRIEF = { texts: 'beginning' } as const
const MANY = { limit: 100, after: undefined }

/** The front page, and every search and filter of it. */
export function ideasRoutes(routes: BoardRoutes): void {
  routes.page('/', (view, query) => showIdeas(routes.context, view, query))
}

async function showIdeas(context: BoardContext, view: ReaderView, asked: Query) {
  const { call } = view
  const query = listedPostsIn(asked)
  const isFirst = asked.cursor === undefined
  const isPlain = query.q === undefined && query.tag === undefined && query.status === undefined
  const [now, statuses, tags, pinned, { items, next }] = await Promise.all([
    isPlain && isFirst ? whatHappensNow(view) : undefined,
    listStatuses(call),
    pageTags(call, MANY),
    isPlain ? findPosts(call, { isPinned: true }, USUAL, BRIEF) : { items: [] },
    readPage(
      context.cursors,
      ['board', call.project.id, '/', Object.entries(query).sort()],
      asked,
      POSTS_A_PAGE,
      (page) => findPosts(call, query, page, BRIEF),
    ),
  ])
  const first = pinned.items.slice(0, MOST_PINNED)
  const pinnedIds = new Set(first.map(({ id }) => id))
  return (
    <IdeasPage
      view={view}
      query={query}
      now={now}
      statuses={statuses}
      tags={tags.items.slice(0, MOST_TAGS)}
      pinned={isFirst ? first : []}
      posts={items.filter(({ id }) => !pinnedIds.has(id))}
      next={next && listAddress(query, next)}
      isFirst={isFirst}
    />
  )
}
