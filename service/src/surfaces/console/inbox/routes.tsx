import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import {
  approve,
  type InboxCounts,
  inboxCounts,
  listModeration,
  listUnanswered,
  type ModerationItem,
  reject,
} from '../../../domain/moderation/index.ts'
import { changeStatus } from '../../../domain/posting/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { listStatuses } from '../../../domain/statuses/index.ts'
import { isId } from '../../../foundation/ids/index.ts'
import { membersOf, type Query, queryOf, readPage, textIn, textOf } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { sayFault } from '../shared/form-errors.ts'
import type { Done } from '../shared/notices.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { INBOX_TABS, type InboxItem, InboxPage, type InboxTab } from './page.tsx'

type Caller = OperatorCall<'moderation:read'>

type Writer = OperatorCall<'moderation:read' | 'moderation:write' | 'posts:write' | 'comments:write'>

const READ = { needs: 'moderation:read' } as const
const WRITE = { needs: ['moderation:read', 'moderation:write', 'posts:write', 'comments:write'] } as const
const ITEMS_A_PAGE = 20

/** What waits for the team. */
export function inboxRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, query: Query) => {
    const counts = await inboxCounts(call)
    const tab = tabIn(query.tab) ?? firstTab(counts)
    const read = (query: Query) =>
      readPage(context.cursors, ['console', call.project.id, 'inbox', tab], query, ITEMS_A_PAGE, (page) =>
        itemsOf(call, tab, page),
      )
    const asked = await read(query)
    const isPastEnd = asked.items.length === 0 && query.cursor !== undefined
    const { items, next } = isPastEnd ? await read({}) : asked
    const cursor = isPastEnd ? undefined : textOf(query.cursor)
    const statuses = await listStatuses(call)
    return (
      <InboxPage view={view} tab={tab} counts={counts} items={items} next={next} cursor={cursor} statuses={statuses} />
    )
  }
  routes.page('/inbox', READ, (call, view, request) => show(call, view, queryOf(request)))
  const act = (path: string, work: (call: Writer, form: ReturnType<typeof membersOf>) => Promise<Done>) =>
    routes.form(path, WRITE, async (call, request, reply) => {
      try {
        const done = await work(call, membersOf(request))
        return goTo(reply, placeAfter(call, request), done)
      } catch (error) {
        const text = sayFault(reply, error)
        return show(call, withFault(projectView(context, call, request), text), { tab: tabIn(membersOf(request).tab) })
      }
    })
  act('/inbox/decide', async (call, form) => {
    const isApproved = form.verdict !== 'reject'
    await (isApproved ? approve : reject)(call, textIn(form.subject))
    if (!isApproved) return 'item_rejected'
    return APPROVED[tabIn(form.tab) ?? 'waiting']
  })
  act('/inbox/status', async (call, form) => {
    await changeStatus(call, textIn(form.subject), { statusId: textIn(form.status_id), notify: true })
    return 'status_set'
  })
}

const APPROVED: Readonly<Record<InboxTab, Done>> = {
  new: 'item_seen',
  reported: 'item_dismissed',
  waiting: 'item_approved',
}

function tabIn(value: unknown): InboxTab | undefined {
  return INBOX_TABS.find((tab) => tab === value)
}

/** Where there is something to do. */
function firstTab(counts: InboxCounts): InboxTab {
  if (counts.unanswered > 0) return 'new'
  return counts.reported > 0 ? 'reported' : counts.pending > 0 ? 'waiting' : 'new'
}

async function itemsOf(call: Caller, tab: InboxTab, page: { limit: number; after: never | undefined }) {
  if (tab === 'new') {
    const { items, next } = await listUnanswered(call, page)
    return { items: items.map(newItem), next }
  }
  const { items, next } = await listModeration(call, { reason: tab === 'waiting' ? 'pending' : 'reported' }, page)
  return { items: items.map(waitingItem), next }
}

function newItem(post: Post): InboxItem {
  return { id: post.id, post, comment: undefined, reports: [], reportCount: 0, isPending: false }
}

function waitingItem({ subject, post, comment, reports, reportCount, isPending }: ModerationItem): InboxItem {
  return { id: subject, post, comment, reports, reportCount, isPending }
}

/** The same list, at the item that follows the one that was decided. */
function placeAfter(call: Caller, request: FastifyRequest): string {
  const { tab, cursor, next } = membersOf(request)
  const page = /^[\w-]{1,2000}$/.test(textIn(cursor)) ? { cursor: textIn(cursor) } : {}
  const query = new URLSearchParams({ tab: tabIn(tab) ?? 'new', ...page })
  const place = textIn(next)
  const fragment = isId('post', place) || isId('comment', place) ? `#${place}` : ''
  return `/console/${call.project.slug}/inbox?${query}${fragment}`
}
