import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import type { ReaderCall } from '../../domain/call.ts'
import { listEntries } from '../../domain/changelog/index.ts'
import { listCommentsOf } from '../../domain/comments/index.ts'
import { listFollowedPosts } from '../../domain/follows/index.ts'
import {
  getPost,
  listPosts,
  POST_SORTS,
  type PostFilter,
  postByNumber,
  postsByIds,
  searchPosts,
  similarPosts,
  wordsOfQuery,
} from '../../domain/posts/index.ts'
import { boardOriginOf } from '../../domain/projects/index.ts'
import { readRoadmap } from '../../domain/roadmap/index.ts'
import { listStatuses, statusById } from '../../domain/statuses/index.ts'
import { pageTags, requireTags } from '../../domain/tags/index.ts'
import type { Page as DomainPage, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { BoardContext } from './context.ts'
import type { View } from './model.ts'
import { ChangelogPage } from './pages/changelog.tsx'
import { addressOf, ListPage, type ListQuery } from './pages/list.tsx'
import { MePage } from './pages/me.tsx'
import { NewPage } from './pages/new.tsx'
import { SignInPage } from './pages/notice.tsx'
import { PostPage } from './pages/post.tsx'
import { RoadmapPage } from './pages/roadmap.tsx'
import { postPath } from './pieces.tsx'
import { returnPath } from './return-path.ts'
import { sendPage } from './send.tsx'
import { boardCall, countRead, formTargets, viewOf, visitorCall } from './visitor.ts'

const POSTS_A_PAGE = 20
const COMMENTS_A_PAGE = 100
const COLUMN_LENGTH = 20
const MOST_TAGS = 30

export type Query = Readonly<Record<string, string | string[] | undefined>>
type Shown = JSX.Element | FastifyReply

/** Pages that only show. Without a session a private board shows its gate, whatever was asked for. */
export function readingRoutes(app: FastifyInstance, context: BoardContext): void {
  const page = (
    path: string,
    show: (view: View, query: Query, request: FastifyRequest, reply: FastifyReply) => Promise<Shown>,
  ) =>
    app.get(path, async (request, reply) => {
      const board = await boardCall(context, request)
      const origin = boardOriginOf(board.places, board.project)
      if (new URL(origin).host !== request.headers.host?.toLowerCase()) return reply.redirect(origin + request.url, 308)
      const call = await visitorCall(context, board, request, reply)
      await countRead(context, call, request)
      const view = viewOf(context, call, request)
      const isShut = call.project.isPrivate && !call.user
      const shown = isShut
        ? SignInPage({ view, returnTo: returnPath(request.url), intent: '' })
        : await show(view, request.query as Query, request, reply) // Fastify reads every query as such
      if (!('type' in shown && 'props' in shown)) return reply // it was sent elsewhere already
      const isShared = !call.user && !call.project.isPrivate
      return sendPage(request, reply, shown, {
        formTargets: formTargets(call),
        isShared,
        ...(isShut && { status: 401 }),
      })
    })

  page('/', (view, query) => listOf(context, view, query))
  page('/posts/:number', (view, query, request, reply) => postOf(context, view, query, request, reply))
  page('/posts/:number/:slug', (view, query, request, reply) => postOf(context, view, query, request, reply))
  page('/new', async (view, query) => {
    const title = textOf(query.title)?.slice(0, 140) ?? ''
    const similar = title ? await similarPosts(view.call, title, 5) : []
    return <NewPage view={view} title={title} body="" similar={similar} />
  })
  page('/roadmap', async (view) => {
    const columns = await readRoadmap(view.call, COLUMN_LENGTH)
    return (
      <RoadmapPage
        view={view}
        columns={columns.map(({ status, posts }) => ({
          status,
          posts: posts.items,
          hasMore: posts.next !== undefined,
        }))}
      />
    )
  })
  page('/changelog', async (view, query) => {
    const { items, next } = await turned(context, view, '/changelog', {}, query, POSTS_A_PAGE, (page) =>
      listEntries(view.call, {}, page),
    )
    return <ChangelogPage view={view} entries={items} next={next && `/changelog?cursor=${next}`} />
  })
  page('/me', async (view, query, _, reply) => {
    const { user } = view.call
    if (!user) return reply.redirect(`/sign-in?return_to=${encodeURIComponent('/me')}`, 303)
    const { items } = await listFollowedPosts(view.call, user.id, { limit: 100, after: undefined })
    const follows = await postsByIds(
      view.call,
      items.map(({ postId }) => postId),
    )
    const notice = query.saved === undefined ? undefined : ({ kind: 'done', text: view.words.say('me_saved') } as const)
    return <MePage view={{ ...view, notice }} user={user} follows={follows} />
  })
  page('/sign-in', async (view, query, _, reply) => {
    const returnTo = returnPath(query.return_to)
    if (view.call.user) return reply.redirect(returnTo, 303)
    return <SignInPage view={view} returnTo={returnTo} intent={textOf(query.intent) ?? ''} />
  })
}

async function listOf(context: BoardContext, view: View, asked: Query): Promise<JSX.Element> {
  const { call } = view
  const query = readListQuery(asked)
  const filter = await filterOf(call, query)
  const isFirst = asked.cursor === undefined
  const isPlain = isFirst && query.q === undefined && query.tag === undefined && query.status === undefined
  const [statuses, tags, pinned, { items, next }] = await Promise.all([
    listStatuses(call),
    pageTags(call, { limit: MOST_TAGS, after: undefined }),
    isPlain ? listPosts(call, { isPinned: true }, 'top', { limit: 5, after: undefined }) : { items: [] },
    turned(context, view, '/', query, asked, POSTS_A_PAGE, (page) => postsOf(call, query, filter, page)),
  ])
  const pinnedIds = new Set(pinned.items.map(({ id }) => id))
  return (
    <ListPage
      view={view}
      query={query}
      statuses={statuses}
      tags={tags.items}
      pinned={pinned.items}
      posts={items.filter(({ id }) => !pinnedIds.has(id))}
      next={next && addressOf(query, next)}
      isFirst={isFirst}
    />
  )
}

async function postsOf(call: ReaderCall, { q, sort }: ListQuery, filter: PostFilter, page: PageRequest<never>) {
  if (q !== undefined && sort === undefined) return searchPosts(call, q, filter, page)
  const words = q === undefined ? {} : { words: await wordsOfQuery(call, q) }
  return listPosts(call, { ...filter, ...words }, sort ?? 'top', page)
}

async function postOf(
  context: BoardContext,
  view: View,
  query: Query,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Shown> {
  const { number, slug } = request.params as { number: string; slug?: string } // as the routes say
  const post = await postByNumber(view.call, number)
  if (post.mergedIntoId) {
    const target = await getPost(view.call, post.mergedIntoId)
    return reply.redirect(`${postPath(target)}?merged=${post.number}`, 301)
  }
  const canonical = postPath(post)
  if (slug === undefined || request.url.split('?', 1)[0] !== canonical) {
    const rest = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
    return reply.redirect(canonical + rest, 308)
  }
  const { items, next } = await turned(context, view, canonical, {}, query, COMMENTS_A_PAGE, (page) =>
    listCommentsOf(view.call, post.id, page),
  )
  const notice = await noticeOf(view, query)
  return (
    <PostPage view={{ ...view, notice }} post={post} comments={items} next={next && `${canonical}?cursor=${next}`} />
  )
}

async function noticeOf(view: View, query: Query): Promise<View['notice']> {
  if (query.reported !== undefined) return { kind: 'done', text: view.words.say('reported') }
  const merged = textOf(query.merged)
  if (merged === undefined) return undefined
  const { title } = await postByNumber(view.call, merged).catch(() => ({ title: undefined }))
  return title === undefined ? undefined : { kind: 'done', text: view.words.say('merged_notice', { title }) }
}

/** One page of a list, its cursor read and written. A cursor that does not fit begins at the front: a link may be old. */
async function turned<Item>(
  { cursors }: BoardContext,
  { call }: View,
  path: string,
  filter: object,
  query: Query,
  limit: number,
  read: (page: PageRequest<never>) => Promise<DomainPage<Item, unknown>>,
): Promise<{ items: readonly Item[]; next: string | undefined }> {
  const list = JSON.stringify(['board', call.project.id, path, Object.entries(filter).sort()])
  const cursor = textOf(query.cursor)
  let after: never | undefined
  try {
    after = cursor === undefined ? undefined : (cursors.read(list, cursor) as never) // signed: a place that the same list wrote
  } catch {
    after = undefined
  }
  const { items, next } = await read({ limit, after })
  return { items, next: next === undefined ? undefined : cursors.write(list, next) }
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

export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (value.includes('\0')) throw new Problem(notFound)
  return value
}
