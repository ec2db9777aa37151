import type { FastifyReply } from 'fastify'
import { isSignedIn } from '../../../domain/call/index.ts'
import { listOwnMarks } from '../../../domain/contributions/index.ts'
import { listPostsOf, type Post } from '../../../domain/posts/index.ts'
import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import { type Query, readPage, redirect } from '../../pages/index.ts'
import type { BoardContext } from '../shared/context.ts'
import type { BoardRoutes, Shown } from '../shared/routing.ts'
import type { ReaderView } from '../shared/view.ts'
import { OWN_LISTS, type OwnList, OwnListPage } from './own-lists.tsx'

const POSTS_A_PAGE = 20

/** The ideas that the visitor wrote, voted for and follows. */
export function ownListRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.page('/me/ideas', (view, query, _, reply) => show(context, view, query, reply, 'ideas'))
  routes.page('/me/votes', (view, query, _, reply) => show(context, view, query, reply, 'votes'))
  routes.page('/me/follows', (view, query, _, reply) => show(context, view, query, reply, 'follows'))
}

async function show(
  context: BoardContext,
  view: ReaderView,
  query: Query,
  reply: FastifyReply,
  list: OwnList,
): Promise<Shown> {
  const { call } = view
  const { path } = OWN_LISTS[list]
  if (!isSignedIn(call)) return redirect(reply, `/sign-in?return_to=${encodeURIComponent(path)}`, 303)
  const { id } = call.actor.user
  const read = async (page: PageRequest<never>): Promise<Page<Post, unknown>> => {
    if (list === 'ideas') return listPostsOf(call, id, page, 'beginning')
    const { items, next } = await listOwnMarks(call, list, page, 'beginning')
    return { items: items.map(({ post }) => post), next }
  }
  const { items, next } = await readPage(
    context.cursors,
    ['board', view.project.id, path, id],
    query,
    POSTS_A_PAGE,
    read,
  )
  const isGone = query.deleted !== undefined
  const notice = isGone ? ({ kind: 'done', text: view.words.say('your_idea_deleted') } as const) : undefined
  return <OwnListPage view={{ ...view, notice }} list={list} posts={items} next={next && `${path}?cursor=${next}`} />
}
