import type { FastifyRequest } from 'fastify'
import { consoleWords } from '../../../../../ui/words/console/words.ts'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { listCategories } from '../../../domain/categories/index.ts'
import {
  addEstimates,
  type DecisionPost,
  listEstimates,
  listViews,
  measureOf,
  type Ranking,
  rankPosts,
  readRanked,
  removeView,
  saveView,
} from '../../../domain/decisions/index.ts'
import { type Field, listFields } from '../../../domain/fields/index.ts'
import { editPost } from '../../../domain/posting/index.ts'
import { postByNumber } from '../../../domain/posts/index.ts'
import { listSegments } from '../../../domain/segments/index.ts'
import { listStatuses, type Status } from '../../../domain/statuses/index.ts'
import type { Columns } from '../../http/index.ts'
import { givenIn, isJson, membersOf, type Query, queryOf, readPage, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { download } from '../shared/download.ts'
import { formErrorsOf } from '../shared/form-errors.ts'
import { readText } from '../shared/form-values.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import {
  type AskedDecision,
  askedDecision,
  type ColumnName,
  decisionParams,
  decisionQuery,
  keptParams,
} from './asked.ts'
import { DecidePage } from './page.tsx'
import type { TypedEstimates, TypedView } from './props.ts'

const READ = { needs: ['insights:read', 'segments:read', 'posts:read'] } as const
const WRITE = { needs: ['insights:read', 'segments:read', 'posts:read', 'posts:write'] } as const
const POSTS_A_PAGE = 25
const LONGEST_QUERY = 4_000

type Caller = OperatorCall<'insights:read' | 'segments:read' | 'posts:read'>

/** What to build: posts by what they bring and what they cost. */
export function decideRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/decide', READ, (call, view, request) => show(context, call, view, queryOf(request)))
  routes.page('/decide.csv', READ, async (call, _, request, reply) => {
    const asked = askedDecision(queryOf(request), call.project, await listEstimates(call))
    const statuses = await listStatuses(call)
    const query = decisionQuery(call, asked, statuses)
    const [ranking, categories] = await Promise.all([rankPosts(call, query), listCategories(call)])
    // Through the call itself: whoever asks for numbers has that noted, which a replica does not take.
    return download(context, call, request, reply, {
      name: 'decide',
      columns: csvColumns(asked, ranking, statuses, new Map(categories.map(({ id, name }) => [id, name]))),
      list: (_, page) => readRanked(call, ranking, query, page),
    })
  })
  estimateRoutes(routes, context)
  viewRoutes(routes, context)
}

function estimateRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.form('/decide/estimates/add', { needs: ['fields:write'] }, async (call, _, reply) => {
    const { say } = consoleWords
    await addEstimates(call, { effort: say('decide_effort'), impact: say('decide_impact') })
    return goTo(reply, `/console/${call.project.slug}/decide`, 'estimates_added')
  })
  routes.form('/decide/estimate', WRITE, async (call, request, reply) => {
    const form = membersOf(request)
    const post = await postByNumber(call, textIn(form.post))
    const fields = (await listFields(call)).filter(({ key }) => `field.${key}` in form)
    const query = sentQuery(request)
    try {
      await editPost(call, post.id, { fields: givenIn(form, fields) }, undefined)
      if (isJson(request)) return { saved: true }
      const asked = askedDecision(query, call.project, await listEstimates(call))
      const place = asked.post === undefined ? `row-${post.number}` : 'chosen'
      return goTo(reply, `/console/${call.project.slug}/decide?${decisionParams(asked)}#${place}`, 'fields_saved')
    } catch (error) {
      if (isJson(request)) throw error
      const view = await projectView(context, call, request)
      const { status, text, fields: faults } = formErrorsOf(view.words, error)
      reply.code(status)
      return show(context, call, withFault(view, text), query, {
        typed: typedEstimates(post.number, form, fields, faults),
      })
    }
  })
}

function typedEstimates(
  post: number,
  form: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  faults: Readonly<Record<string, string>>,
): TypedEstimates {
  const byKey = <Value,>(of: (key: string) => Value) => Object.fromEntries(fields.map(({ key }) => [key, of(key)]))
  const found = byKey((key) => faults[`fields/${key}`])
  return {
    post,
    values: byKey((key) => textIn(form[`field.${key}`])),
    faults: Object.fromEntries(
      Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  }
}

function viewRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.form('/decide/views/save', WRITE, async (call, request, reply) => {
    const form = membersOf(request)
    const draft = { name: readText(form.name), isShared: form.is_shared === 'yes' }
    const asked = askedDecision(sentQuery(request), call.project, await listEstimates(call))
    const query = String(keptParams(asked))
    try {
      const { id } = await saveView(call, { ...draft, query })
      return goTo(reply, `/console/${call.project.slug}/decide?${query}&view=${id}`, 'view_saved')
    } catch (error) {
      const view = await projectView(context, call, request)
      const { status, text, fields } = formErrorsOf(view.words, error)
      reply.code(status)
      const typedView = { ...draft, fault: fields.name ?? text }
      return show(context, call, withFault(view, text), sentQuery(request), { typedView })
    }
  })
  routes.form('/decide/views/delete', { ...WRITE, asks: true }, async (call, request, reply) => {
    await removeView(call, textIn(membersOf(request).id))
    return goTo(reply, `/console/${call.project.slug}/decide`, 'view_deleted')
  })
}

/** The state of the page that a form was sent from. */
function sentQuery(request: FastifyRequest): Query {
  const params = new URLSearchParams(textIn(membersOf(request).query).slice(0, LONGEST_QUERY))
  return Object.fromEntries(
    [...params.keys()].map((name) => [name, name === 'col' ? params.getAll(name) : (params.get(name) ?? '')]),
  )
}

interface Refused {
  readonly typed?: TypedEstimates
  readonly typedView?: TypedView
}

async function show(context: ConsoleContext, call: Caller, view: ProjectView, query: Query, refused: Refused = {}) {
  const given = askedDecision(query, call.project, await listEstimates(call))
  const [segments, statuses] = await Promise.all([listSegments(call), listStatuses(call)])
  const asked = { ...given, segment: segments.find(({ id }) => id === given.segment)?.id }
  const wanted = decisionQuery(call, asked, statuses)
  const ranking = await rankPosts(call, wanted)
  const list = ['console decide', call.project.id, wanted]
  const [{ items, next }, categories, saved] = await Promise.all([
    readPage(context.cursors, list, query, POSTS_A_PAGE, (page) => readRanked(call, ranking, wanted, page)),
    listCategories(call),
    listViews(call),
  ])
  return (
    <DecidePage
      view={view}
      asked={asked}
      ranking={ranking}
      posts={items}
      next={next}
      segments={segments}
      isSegmentGone={given.segment !== asked.segment}
      statuses={statuses}
      categories={categories}
      saved={saved}
      typed={refused.typed}
      typedView={refused.typedView}
    />
  )
}

/** The columns of the table, in its order. A share has three, and what changed has five. */
function csvColumns(
  { columns }: AskedDecision,
  { estimates }: Ranking,
  statuses: readonly Status[],
  categories: ReadonlyMap<string, string>,
): Columns<DecisionPost> {
  const statusName = (wanted: string | undefined) => statuses.find(({ id }) => id === wanted)?.name
  const of = (name: ColumnName): Columns<DecisionPost> => {
    switch (name) {
      case 'share':
        return {
          share: ({ share }) => share.estimate,
          share_low: ({ share }) => share.low,
          share_high: ({ share }) => share.high,
        }
      case 'ties':
        return { ties: ({ tiesWith }) => tiesWith.length }
      case 'new':
        return {
          new_votes: ({ change }) => change.gained.voters,
          new_accounts: ({ change }) => change.gained.accounts,
          new_value: ({ change }) => change.gained.value,
          status_before: ({ change }) => statusName(change.status?.from),
          status_changed_at: ({ change }) => change.status?.at,
        }
      case 'status':
        return { status: ({ statusId }) => statusName(statusId) }
      case 'category':
        return { category: ({ categoryId }) => categories.get(categoryId) }
      default: {
        const field = estimates.find(({ key }) => name === `field.${key}`)
        return { [field ? `field_${field.key}` : name]: (post) => measureOf(post, name) }
      }
    }
  }
  return Object.assign(
    { number: ({ number }: DecisionPost) => number, title: ({ title }: DecisionPost) => title },
    ...columns.map(of),
  )
}
