import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import { isSignedIn, type ProjectCall, type ReaderCall, type Visitor, viewerOf } from '../../domain/call/index.ts'
import { listEntries } from '../../domain/changelog/index.ts'
import { listCommentsOf } from '../../domain/comments/index.ts'
import { listFollowedPosts } from '../../domain/follows/index.ts'
import { getPost, type Post, postByNumber, postsByIds, similarPosts } from '../../domain/posts/index.ts'
import { readRoadmap } from '../../domain/roadmap/index.ts'
import { pathOf, type Query, queryOf, readPage, redirect, sendPage, textOf } from '../pages/index.ts'
import { onGet } from './arrival.ts'
import type { BoardContext } from './context.ts'
import type { ReaderView, View } from './model.ts'
import { ChangelogPage } from './pages/changelog.tsx'
import { MePage } from './pages/me.tsx'
import { NewPage } from './pages/new.tsx'
import { SignInPage } from './pages/notice.tsx'
import { type CommentDraft, PostPage } from './pages/post.tsx'
import { RoadmapPage } from './pages/roadmap.tsx'
import { postPath } from './pieces.tsx'
import { showPostList } from './post-list.tsx'
import { returnPath } from './return-path.ts'
import { countRead, policyOf, readerCall, viewOf, visitorCall } from './visitor.ts'

const ENTRIES_A_PAGE = 20
const COMMENTS_A_PAGE = 100
const COLUMN_LENGTH = 20
const MOST_FOLLOWS = 100
const SIMILAR = 5
/** Half as long as a cursor works, so that the links of a cached page still work. */
const EDITION_LASTS_MS = 30 * 60 * 1000

type Shown = JSX.Element | FastifyReply

/** Pages that only show, and what their scripts ask for while somebody types. */
export function readingRoutes(app: FastifyInstance, context: BoardContext): void {
  const page = (
    path: string,
    show: (view: ReaderView, query: Query, request: FastifyRequest, reply: FastifyReply) => Promise<Shown>,
  ) =>
    onGet(app, context, path, async (board, request, reply) => {
      const call = await readerCall(context, board, request, reply)
      const shown = await show(viewOf(context, call, request), queryOf(request), request, reply)
      if (!('type' in shown && 'props' in shown)) return reply // it was sent elsewhere already
      const isShared = !isSignedIn(call) && !call.project.isPrivate
      const edition = String(Math.floor(call.now.getTime() / EDITION_LASTS_MS))
      return sendPage(request, reply, shown, { ...policyOf(call), isShared, edition })
    })

  page('/', (view, query) => showPostList(context, view, query))
  page('/posts/:number', (view, query, request, reply) => postOf(context, view, query, request, reply))
  page('/posts/:number/:slug', (view, query, request, reply) => postOf(context, view, query, request, reply))
  page('/new', async (view, query) => {
    const title = textOf(query.title)?.slice(0, 140) ?? ''
    const similar = title ? await similarPosts(view.call, title, SIMILAR, 'beginning') : []
    return <NewPage view={view} title={title} body="" similar={similar} />
  })
  page('/roadmap', (view) => roadmapOf(view))
  page('/changelog', async (view, query) => {
    const { items, next } = await readPage(
      context.cursors,
      ['board', view.project.id, 'changelog'],
      query,
      ENTRIES_A_PAGE,
      (page) => listEntries(view.call, {}, page),
    )
    return <ChangelogPage view={view} entries={items} next={next && `/changelog?cursor=${next}`} />
  })
  page('/me', async (view, query, _, reply) => {
    const user = viewerOf(view.call)
    if (!user) return redirect(reply, `/sign-in?return_to=${encodeURIComponent('/me')}`, 303)
    const notice = query.saved === undefined ? undefined : ({ kind: 'done', text: view.words.say('me_saved') } as const)
    return <MePage view={{ ...view, notice }} user={user} follows={await followedPosts(view.call)} />
  })
  onGet(app, context, '/sign-in', (board, request, reply) => signInPage(context, board, request, reply))
  onGet(app, context, '/similar', (board, request, reply) => similarTo(context, board, request, reply))
}

/** Open on a private board too: it is its gate. */
async function signInPage(
  context: BoardContext,
  board: ProjectCall<Visitor>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const call = await visitorCall(context, board, request, reply)
  await countRead(context, call, request)
  const query = queryOf(request)
  const returnTo = returnPath(query.return_to)
  if (isSignedIn(call)) return redirect(reply, returnTo, 303)
  // The action after the sign-in comes from a page of this board, never from a link on another site.
  const isOwn = request.headers['sec-fetch-site'] === 'same-origin'
  const intent = isOwn ? (textOf(query.intent) ?? '') : ''
  const page = SignInPage({ view: viewOf(context, call, request), returnTo, intent })
  return sendPage(request, reply, page, { ...policyOf(call), isShared: false })
}

async function similarTo(
  context: BoardContext,
  board: ProjectCall<Visitor>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const call = await readerCall(context, board, request, reply)
  const { words } = viewOf(context, call, request)
  const title = textOf(queryOf(request).title)?.slice(0, 200)
  const posts = title ? await similarPosts(call, title, SIMILAR, 'beginning') : []
  reply.header('cache-control', 'no-store')
  return {
    heading: words.say('similar_title'),
    lead: words.say('similar_lead'),
    posts: posts.map((post) => ({
      title: post.title,
      path: postPath(post),
      votes: words.say('votes', { n: post.voteCount }),
    })),
  }
}

/** What somebody follows, the latest first. */
export async function followedPosts(call: ReaderCall): Promise<readonly Post[]> {
  const user = viewerOf(call)
  if (!user) return []
  const { items } = await listFollowedPosts(call, user.id, { limit: MOST_FOLLOWS, after: undefined })
  return postsByIds(
    call,
    items.map(({ postId }) => postId),
    'beginning',
  )
}

async function roadmapOf(view: ReaderView): Promise<JSX.Element> {
  const columns = await readRoadmap(view.call, COLUMN_LENGTH, 'beginning')
  return (
    <RoadmapPage
      view={view}
      columns={columns.map(({ status, posts }) => ({ status, posts: posts.items, hasMore: posts.next !== undefined }))}
    />
  )
}

async function postOf(
  context: BoardContext,
  view: ReaderView,
  query: Query,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Shown> {
  const { number, slug } = request.params as { number: string; slug?: string } // as the routes say
  const post = await postByNumber(view.call, number)
  if (post.mergedIntoId) {
    const target = await getPost(view.call, post.mergedIntoId)
    return redirect(reply, `${postPath(target)}?merged=${post.number}`, 301)
  }
  const canonical = postPath(post)
  const [path = '', ...rest] = pathOf(request).split('?')
  if (slug === undefined || path !== canonical) return redirect(reply, [canonical, ...rest].join('?'), 308)
  return postPage(context, { ...view, notice: await noticeOf(view, query) }, query, post)
}

/** The page of an idea; with a comment that could not be taken, where it was written. */
export async function postPage(
  context: BoardContext,
  view: ReaderView,
  query: Query,
  post: Post,
  draft?: CommentDraft,
): Promise<JSX.Element> {
  const path = postPath(post)
  const { items, next } = await readPage(
    context.cursors,
    ['board', view.project.id, path],
    query,
    COMMENTS_A_PAGE,
    (page) => listCommentsOf(view.call, post.id, page),
  )
  return <PostPage view={view} post={post} comments={items} next={next && `${path}?cursor=${next}`} draft={draft} />
}

async function noticeOf(view: ReaderView, query: Query): Promise<View['notice']> {
  if (query.reported !== undefined) return { kind: 'done', text: view.words.say('reported') }
  const merged = textOf(query.merged)
  if (merged === undefined) return undefined
  const { title } = await postByNumber(view.call, merged).catch(() => ({ title: undefined }))
  return title === undefined ? undefined : { kind: 'done', text: view.words.say('merged_notice', { title }) }
}
