import type { FastifyRequest } from 'fastify'
import { isSignedIn } from '../../../domain/call/index.ts'
import { type Category, categoryBySlug } from '../../../domain/categories/index.ts'
import { findPosts, type OwnQuery } from '../../../domain/posts/index.ts'
import { type ListedPosts, listedPostsIn, type Query, readPage } from '../../pages/index.ts'
import { noteRead } from '../shared/ages.ts'
import type { BoardContext } from '../shared/context.ts'
import { groupOf, isInGroup, listAddress } from '../shared/lists.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import type { ReaderView } from '../shared/view.ts'
import { cardsOf } from './card.tsx'
import { type Narrowings, narrowingsIn } from './counts.ts'
import { frontPage } from './front-page.tsx'
import { whatHappensNow } from './now.tsx'
import { IdeasPage, type IdeasPageProps } from './page.tsx'
import { welcomeFor } from './welcome.tsx'

const POSTS_A_PAGE = 20
const MOST_PINNED = 5
/** The usual page size, for which PostgreSQL keeps its plan. */
const USUAL = { limit: 20, after: undefined }
const BRIEF = { texts: 'beginning' } as const

/** The front page and the page of each category, and every search and filter of them. */
export function ideasRoutes(routes: BoardRoutes): void {
  const { context } = routes
  const alsoDependsOn = (view: ReaderView, request: FastifyRequest) => [welcomeFor(context, view, request) === '']
  routes.page('/', (view, query, request) => showIdeas(context, view, query, request), { alsoDependsOn })
  routes.page(
    '/categories/:slug',
    async (view, query, request) => {
      const { slug } = request.params as { slug: string } // as the path says
      return showIdeas(context, view, query, request, await categoryBySlug(view.call, slug))
    },
    { alsoDependsOn },
  )
}

/** The query, in which a group of statuses is replaced by its statuses, and a slug by its category. */
function scoped(asked: ListedPosts, { statuses }: Narrowings, category: Category | undefined): OwnQuery {
  const group = groupOf(asked)
  const { category: _, ...plain } = asked
  const query = { ...plain, ...(category && { category }) }
  if (group === undefined) return query
  const { status: __, ...rest } = query
  if (group === 'all') return rest
  return { ...rest, statusIds: statuses.filter((status) => isInGroup(status, group)).map(({ id }) => id) }
}

async function showIdeas(
  context: BoardContext,
  view: ReaderView,
  asked: Query,
  request: FastifyRequest,
  category?: Category,
) {
  const { call } = view
  const { category: _, ...plain } = listedPostsIn(asked)
  const query: ListedPosts = { ...plain, ...(category && { category: category.slug }) }
  const isFirst = asked.cursor === undefined
  const isPlain =
    category === undefined && query.q === undefined && query.tag === undefined && query.status === undefined
  const narrowings = await narrowingsIn(call)
  const [now, pinned, { items, next }] = await Promise.all([
    isPlain && isFirst ? whatHappensNow(view) : undefined,
    isPlain ? findPosts(call, { isPinned: true }, USUAL, BRIEF) : { items: [] },
    readPage(
      context.cursors,
      ['board', call.project.id, '/', Object.entries(query).sort()],
      asked,
      POSTS_A_PAGE,
      (page) => findPosts(call, scoped(query, narrowings, category), page, BRIEF),
    ),
  ])
  for (const part of [narrowings, now]) if (part) noteRead(request, part.readAt)
  const first = pinned.items.slice(0, MOST_PINNED)
  const pinnedIds = new Set(first.map(({ id }) => id))
  const posts = items.filter(({ id }) => !pinnedIds.has(id))
  const props: IdeasPageProps = {
    view,
    query,
    category,
    welcome: isPlain && isFirst ? welcomeFor(context, view, request) : '',
    now,
    narrowings,
    posts,
    cards: cardsOf(view, [...(isFirst ? first : []), ...posts], narrowings.categories.length > 0),
    next: next && listAddress(query, next),
    isFirst,
  }
  const isOfAll = isPlain && isFirst && !isSignedIn(call) && !view.notice && props.cards !== ''
  return isOfAll ? frontPage(props) : <IdeasPage {...props} />
}
