import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { confirmationRequired, listPasskeys } from '../../../domain/operators/index.ts'
import {
  addSegment,
  changeSegment,
  countMatches,
  countSegment,
  listSegments,
  type PeopleCount,
  readSegment,
  removeSegment,
  traitsToOffer,
} from '../../../domain/segments/index.ts'
import { listUsers } from '../../../domain/users/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { makeOnce, queryOf, readPage } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { formErrorsOf } from '../shared/form-errors.ts'
import { versionAfter } from '../shared/form-values.ts'
import { type ConsoleRoutes, goTo, idOf } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { ageInWords, countInWords } from './editor.tsx'
import { rulesOf, segmentTyped, type TypedSegment, typedIn } from './form.ts'
import { type CountedSegment, NewSegmentPage, SegmentPage, SegmentsPage } from './pages.tsx'

type Caller = OperatorCall<'segments:read' | 'users:read'>
type Writer = OperatorCall<'segments:read' | 'segments:write' | 'users:read'>

const READ = { needs: ['segments:read', 'users:read'] } as const
const WRITE = { needs: ['segments:read', 'segments:write', 'users:read'] } as const
const PEOPLE_A_PAGE = 30

/** Groups of people: what they are, who belongs to them, and an editor for their rules. */
export function segmentRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/segments', READ, async (call, view) => {
    const counted: CountedSegment[] = []
    // One after the other: each is a read of many users, and takes a connection.
    for (const segment of await listSegments(call))
      counted.push({ ...segment, counted: await countSegment(call, segment.id) })
    return <SegmentsPage view={view} segments={counted} />
  })
  routes.page('/segments/count', READ, async (call, view, request) => {
    const counted = await draftCount(call, typedIn(request))
    if (!counted) return { text: '', age: '', isCounting: false }
    return {
      text: countInWords(view, counted),
      age: ageInWords(view, counted),
      isCounting: counted.kind === 'at_least',
    }
  })
  makingRoutes(routes, context)
  changingRoutes(routes, context)
}

function makingRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Writer, view: ProjectView, typed: TypedSegment) => (
    <NewSegmentPage
      view={view}
      typed={typed}
      traits={await traitsToOffer(call)}
      counted={await draftCount(call, typed)}
    />
  )
  routes.page('/segments/new', WRITE, (call, view, request) => show(call, view, typedIn(request)))
  routes.form('/segments/add', WRITE, async (call, request, reply) => {
    const typed = typedIn(request)
    try {
      const id = await makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
        return (await addSegment(call, { name: typed.name, rules: rulesOf(typed) })).id
      })
      return goTo(reply, `/console/${call.project.slug}/segments/${id}`, 'segment_added')
    } catch (error) {
      const view = await projectView(context, call, request)
      const { status, text, fields } = formErrorsOf(view.words, error)
      reply.code(status)
      return show(call, withFault(view, text), { ...typed, faults: fields })
    }
  })
}

function changingRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/segments/:id', READ, (call, view, request) => showOne(context, call, view, request))
  routes.form('/segments/:id/change', WRITE, async (call, request, reply) => {
    const typed = typedIn(request)
    try {
      await changeSegment(call, idOf(request), { name: typed.name, rules: rulesOf(typed) }, [typed.version])
      return goTo(reply, `/console/${call.project.slug}/segments/${idOf(request)}`, 'saved')
    } catch (error) {
      const view = await projectView(context, call, request)
      const { status, text, fields } = formErrorsOf(view.words, error)
      reply.code(status)
      if (error instanceof Problem && error.kind === confirmationRequired) {
        const confirms = { hasPasskey: (await listPasskeys(call)).length > 0 }
        return showOne(context, call, view, request, typed, confirms)
      }
      const version = versionAfter<number | undefined>(error, typed.version, undefined)
      return showOne(context, call, withFault(view, text), request, { ...typed, version, faults: fields })
    }
  })
  routes.form('/segments/:id/delete', { ...WRITE, asks: true }, async (call, request, reply) => {
    try {
      await removeSegment(call, idOf(request))
      return goTo(reply, `/console/${call.project.slug}/segments`, 'segment_deleted')
    } catch (error) {
      const view = await projectView(context, call, request)
      const { status, text } = formErrorsOf(view.words, error)
      reply.code(status)
      return showOne(context, call, withFault(view, text), request)
    }
  })
}

async function showOne(
  context: ConsoleContext,
  call: Caller,
  view: ProjectView,
  request: FastifyRequest,
  refused?: TypedSegment,
  confirms?: { readonly hasPasskey: boolean },
) {
  const query = queryOf(request)
  const segment = await readSegment(call, idOf(request))
  const typed = refused ?? (query.join === undefined ? segmentTyped(segment) : typedIn(request))
  const isDraft = refused !== undefined || query.join !== undefined
  const [counted, drafted, traits, { items, next }] = await Promise.all([
    countSegment(call, segment.id),
    isDraft ? draftCount(call, typed) : undefined,
    traitsToOffer(call),
    readPage(
      context.cursors,
      ['console segment', call.project.id, segment.id, segment.version],
      query,
      PEOPLE_A_PAGE,
      (page) => listUsers(call, { segment: segment.id }, page),
    ),
  ])
  return (
    <SegmentPage
      view={view}
      segment={segment}
      counted={counted}
      drafted={drafted}
      typed={typed}
      traits={traits}
      users={items}
      confirms={confirms}
      next={next && `${view.base}/segments/${segment.id}?${new URLSearchParams({ cursor: next })}`}
    />
  )
}

/** Undefined: what is typed is no rule yet. */
async function draftCount(call: Caller, typed: TypedSegment): Promise<PeopleCount | undefined> {
  if (typed.rules.length === 0) return undefined
  try {
    return await countMatches(call, rulesOf(typed))
  } catch (error) {
    if (error instanceof Problem && error.kind.status === 400) return undefined
    throw error
  }
}
