import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSignedIn, permit } from '../../../domain/call/index.ts'
import { countUnread, listNotifications, markRead } from '../../../domain/notifications/index.ts'
import { sessionRequired } from '../../../domain/sessions/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { membersOf, type Query, readPage, redirect, textIn } from '../../pages/index.ts'
import { bellLabel, shownCount } from '../shared/bell.tsx'
import type { BoardContext } from '../shared/context.ts'
import type { BoardRoutes, Shown } from '../shared/routing.ts'
import type { ReaderView } from '../shared/view.ts'
import { readerCall, viewOf, writerCall } from '../shared/visitor.ts'
import { NotificationsPage, pathOf, sentenceOf } from './page.tsx'

const PATH = '/me/notifications'
const A_PAGE = 20
/** As many as fit under the bell. */
const LATEST = 5

/** The visitor's notifications. */
export function notificationRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.page('/me/notifications', (view, query, _, reply) => show(context, view, query, reply))
  routes.form('/me/notifications/read', (request, reply) => read(context, request, reply))
  routes.get('/me/notifications/latest.json', async (board, request, reply) => {
    const call = await readerCall(context, board, request, reply)
    if (!isSignedIn(call)) throw new Problem(sessionRequired)
    const user = permit(call, 'board:take_part')
    const [unread, { items }] = await Promise.all([
      countUnread(user),
      listNotifications(user, { limit: LATEST, after: undefined }),
    ])
    const { words } = viewOf(context, call, request)
    reply.header('cache-control', 'no-store')
    return {
      count: shownCount(unread),
      label: bellLabel(words, unread),
      latest: items.map((item) => ({
        said: sentenceOf(words, item),
        title: item.post.title,
        path: pathOf(item),
        is_unread: item.readAt === undefined,
      })),
    }
  })
}

async function show(context: BoardContext, view: ReaderView, query: Query, reply: FastifyReply): Promise<Shown> {
  const { call, words } = view
  if (!isSignedIn(call)) return redirect(reply, `/sign-in?return_to=${encodeURIComponent(PATH)}`, 303)
  const user = permit(call, 'board:take_part')
  const list = ['board', view.project.id, PATH, user.actor.user.id]
  const { items, next } = await readPage(context.cursors, list, query, A_PAGE, (page) => listNotifications(user, page))
  const notice =
    query.read === undefined ? undefined : ({ kind: 'done', text: words.say('notifications_are_read') } as const)
  return <NotificationsPage view={{ ...view, notice }} notifications={items} next={next && `${PATH}?cursor=${next}`} />
}

async function read(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const call = await writerCall(context, request, reply)
  await markRead(call, textIn(membersOf(request).up_to))
  return redirect(reply, `${PATH}?read=1`, 303)
}
