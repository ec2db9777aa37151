import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { dismissDuplicate } from '../../../domain/duplicates/index.ts'
import { approve, reject } from '../../../domain/moderation/index.ts'
import { answerPost, changePostStatus, mergePost } from '../../../domain/posting/index.ts'
import { type Post, postId, similarPosts } from '../../../domain/posts/index.ts'
import { listStatuses } from '../../../domain/statuses/index.ts'
import {
  readSection,
  readToday,
  SECTIONS,
  type Section,
  type TodayItem,
  todayItem,
  traitsOf,
  votersByTrait,
  votesByDay,
} from '../../../domain/today/index.ts'
import { isId } from '../../../foundation/ids/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { makeOnce, membersOf, type Query, queryOf, readPage, textIn, textOf } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { sayFault } from '../shared/form-errors.ts'
import type { Done } from '../shared/notices.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { withUndo } from '../shared/undo.tsx'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import type { AnswerDraft, Chosen } from './chosen.tsx'
import { inboxRoute } from './live.ts'
import { type Part, TodayPage } from './page.tsx'

type Caller = OperatorCall<'moderation:read'>
type Writer = OperatorCall<'moderation:read' | 'moderation:write' | 'posts:write' | 'comments:write'>
type Form = Readonly<Record<string, unknown>>
type Work = (call: Writer, form: Form, request: FastifyRequest) => Promise<{ done: Done; post: Post['id'] }>

const READ = { needs: 'moderation:read' } as const
const WRITE = { needs: ['moderation:read', 'moderation:write', 'posts:write', 'comments:write'] } as const
const ITEMS_A_PAGE = 20
const SIMILAR = 3

/** The posts and comments that need attention, with the chosen one beside the list. */
export function todayRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, query: Query, typed: AnswerDraft = {}) => {
    const section = sectionIn(query.show)
    const read = section
      ? await oneSection(context, call, section, query)
      : { parts: await readToday(call, view.waiting), next: undefined, cursor: undefined }
    const rows = read.parts.flatMap(({ items }) => items)
    const asked = textOf(query.item)
    const [chosen, votes, traits, statuses] = await Promise.all([
      chosenIn(call, rows, asked),
      votesByDay(
        call,
        rows.map(({ post }) => post.id),
      ),
      traitsOf(
        call,
        rows.flatMap(({ post, comment }) => (comment ?? post).author.id ?? []),
      ),
      listStatuses(call),
    ])
    return (
      <TodayPage
        view={view}
        section={section}
        {...read}
        votes={votes}
        traits={traits}
        statuses={statuses}
        chosen={chosen}
        isAsked={asked !== undefined}
        typed={typed}
      />
    )
  }
  routes.page('', READ, (call, view, request) => show(call, view, queryOf(request)))
  routes.page('/inbox', READ, async (_call, view, request, reply) => {
    const section = FORMER_TABS[textOf(queryOf(request).tab) ?? '']
    return goTo(reply, section ? `${view.base}?show=${section}` : view.base)
  })
  inboxRoute(routes, context)
  const act = (path: string, work: Work) =>
    routes.form(`/today/${path}`, WRITE, async (call, request, reply) => {
      const form = membersOf(request)
      try {
        const { done, post } = await work(call, form, request)
        return goTo(reply, await withUndo(placeAfter(call, request), call, [post]), done)
      } catch (error) {
        const view = withFault(await projectView(context, call, request), sayFault(reply, error))
        const typed = { text: textIn(form.text), statusId: textIn(form.status_id) }
        return show(call, view, { show: textOf(form.show), item: textIn(form.subject) }, typed)
      }
    })
  act('decide', async (call, { subject, verdict }) => {
    const { isPending, reportCount } = await todayItem(call, textIn(subject))
    const { post } = await (verdict === 'reject' ? reject : approve)(call, textIn(subject))
    const approved = isPending ? 'item_approved' : reportCount > 0 ? 'item_dismissed' : 'item_seen'
    return { done: verdict === 'reject' ? 'item_rejected' : approved, post: post.id }
  })
  act('answer', async (call, form, request) => {
    const [id, body, statusId] = [textIn(form.subject), textIn(form.text), textIn(form.status_id)]
    const notify = form.notify === '1'
    if (body.trim() === '' && statusId !== '') {
      const post = await changePostStatus(call, id, { statusId, notify })
      return { done: 'status_set', post: post.id }
    }
    await makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
      await answerPost(call, id, { body, isInternal: false, notify, ...(statusId && { statusId }) })
      return id
    })
    return { done: statusId ? 'answered' : 'answer_written', post: postId(id) }
  })
  act('merge', async (call, { subject, into }) => {
    await mergePost(call, textIn(subject), textIn(into))
    return { done: 'today_merged', post: postId(textIn(subject)) }
  })
  act('distinct', async (call, { subject, other }) => {
    const [one, two] = [postId(textIn(subject)), postId(textIn(other))]
    await dismissDuplicate(call, one, two)
    return { done: 'today_distinct', post: one < two ? two : one }
  })
}

/** The sections that replaced the tabs of the former inbox. */
const FORMER_TABS: Readonly<Record<string, Section>> = { new: 'unanswered', reported: 'reported', waiting: 'pending' }

function sectionIn(value: unknown): Section | undefined {
  return SECTIONS.find((section) => section === value)
}

/** If a cursor points past the end, the list starts again. */
async function oneSection(
  context: ConsoleContext,
  call: Caller,
  section: Section,
  query: Query,
): Promise<{ parts: readonly Part[]; next: string | undefined; cursor: string | undefined }> {
  const list = ['console', call.project.id, 'today', section]
  const read = (query: Query) =>
    readPage(context.cursors, list, query, ITEMS_A_PAGE, (page) => readSection(call, section, page))
  const asked = await read(query)
  const isPastEnd = asked.items.length === 0 && query.cursor !== undefined
  const { items, next } = isPastEnd ? await read({}) : asked
  return { parts: [{ section, items, count: undefined }], next, cursor: isPastEnd ? undefined : textOf(query.cursor) }
}

/** The item beside the list: the requested one, or the first row. A deleted item is left out. */
async function chosenIn(
  call: Caller,
  rows: readonly TodayItem[],
  asked: string | undefined,
): Promise<Chosen | undefined> {
  const id = asked ?? rows[0]?.id
  if (id === undefined) return undefined
  const item = await todayItem(call, id).catch((error) => {
    if (!(error instanceof Problem) || error.kind !== notFound) throw error
  })
  if (!item) return undefined
  const { post, comment } = item
  const author = (comment ?? post).author.id
  const other = rows.find((row) => row.id === id && row.other)?.other
  const [similar, voters, traits] = await Promise.all([
    comment || post.mergedIntoId ? [] : similarTo(call, post, other),
    comment ? undefined : votersByTrait(call, post.id),
    traitsOf(call, author ? [author] : []),
  ])
  return { item, similar, other, voters, traits: (author && traits.get(author)) ?? [] }
}

/** The post that it probably repeats comes first. */
async function similarTo(call: Caller, post: Post, other: Post | undefined): Promise<readonly Post[]> {
  const found = await similarPosts(call, post.title, { limit: SIMILAR + 1, isFinished: true }, 'beginning')
  const others = found.filter(({ id }) => id !== post.id && id !== other?.id)
  return [...(other ? [other] : []), ...others].slice(0, SIMILAR)
}

/** The same list, with the item that follows the one that was decided. */
function placeAfter(call: Caller, request: FastifyRequest): string {
  const { show, cursor, next } = membersOf(request)
  const [section, page, item] = [sectionIn(show), textIn(cursor), textIn(next)]
  const query = new URLSearchParams({
    ...(section && { show: section }),
    ...(/^[\w-]{1,2000}$/.test(page) && { cursor: page }),
    ...((isId('post', item) || isId('comment', item)) && { item }),
  })
  return `/console/${call.project.slug}${query.size > 0 ? `?${query}` : ''}`
}
