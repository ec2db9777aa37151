import type { FastifyRequest } from 'fastify'
import type { ConsoleWords } from '../../../../../ui/words/console/words.ts'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { postsByStatus as statusUsage, postsByTag as tagUsage } from '../../../domain/posts/index.ts'
import {
  addStatus,
  changeStatus,
  deleteStatus,
  listStatuses,
  moveStatus,
  STATUS_CATEGORIES,
  statusInUse,
} from '../../../domain/statuses/index.ts'
import { addTag, changeTag, deleteTag, MOST_TAGS, pageTags } from '../../../domain/tags/index.ts'
import { invalidRequest, Problem } from '../../../foundation/problems/index.ts'
import { makeOnce, membersOf, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { formErrorsOf } from '../shared/form-errors.ts'
import { readText, versionAfter, versionIn } from '../shared/form-values.ts'
import type { Done } from '../shared/notices.ts'
import { type Access, type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { LabelsPage, MOST_COUNTED, type TypedLabel } from './page.tsx'

type Caller = OperatorCall<'project:write'>

const READ = { needs: 'project:write' } as const
const ASKED = { ...READ, asks: true } as const

type On = (path: string, done: Done, work: Work, access?: Access<(typeof READ)['needs']>) => void
type SentLabel = TypedLabel & { readonly version: number }
type Work = (call: Caller, label: SentLabel, request: FastifyRequest, words: ConsoleWords) => Promise<unknown>

/** Statuses and tags: the words by which a project sorts its posts. */
export function labelRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/statuses', READ, (call, view) => show(call, view))
  const on: On = (path, done, work, access = READ) =>
    routes.form(path, access, async (call, request, reply) => {
      const label = labelIn(request)
      const list = `/console/${call.project.slug}/statuses`
      const page = await projectView(context, call, request)
      try {
        await work(call, label, request, page.words)
        return goTo(reply, list, done)
      } catch (error) {
        const { status, text, fields } = formErrorsOf(page.words, error)
        reply.code(status)
        const [first] = Object.entries(fields).map(([field, fault]) =>
          page.words.say('labels_field_invalid', { field, fault }),
        )
        const view = withFault(page, first ?? text)
        return show(call, view, {
          ...label,
          version: versionAfter<number | undefined>(error, label.version, undefined),
        })
      }
    })
  statusForms(on)
  tagForms(on)
}

function statusForms(on: On): void {
  on('/statuses/add', 'status_added', (call, { name, color, category, onRoadmap }, request) =>
    makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
      const draft = { name, color, category: categoryIn(category), onRoadmap }
      return (await addStatus(call, draft)).id
    }),
  )
  on('/statuses/change', 'saved', (call, { id, version, name, color, category, onRoadmap }) =>
    changeStatus(call, id, { name, color, category: categoryIn(category), onRoadmap }, [version]),
  )
  on('/statuses/move', 'order_changed', (call, { id }, request) =>
    moveStatus(call, id, membersOf(request).by === 'up' ? -1 : 1),
  )
  on(
    '/statuses/delete',
    'status_deleted',
    (call, { id }, _, words) =>
      deleteStatus(call, id).catch(async (error) => {
        throw error instanceof Problem && error.kind === statusInUse ? await inUse(call, words, id) : error
      }),
    ASKED,
  )
}

function tagForms(on: On): void {
  on('/tags/add', 'tag_added', (call, { name, color }, request) =>
    makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
      return (await addTag(call, { name, color })).id
    }),
  )
  on('/tags/change', 'saved', (call, { id, version, name, color }) => changeTag(call, id, { name, color }, [version]))
  on('/tags/delete', 'tag_deleted', (call, { id }) => deleteTag(call, id), ASKED)
}

async function show(call: Caller, view: ProjectView, typed?: TypedLabel) {
  const [statuses, tags] = await Promise.all([
    listStatuses(call),
    pageTags(call, { limit: MOST_TAGS, after: undefined }),
  ])
  const idsOf = (labels: readonly { readonly id: string }[]) => labels.map(({ id }) => id)
  const [byStatus, byTag] = await Promise.all([
    statusUsage(call, idsOf(statuses), MOST_COUNTED + 1),
    tagUsage(call, idsOf(tags.items), MOST_COUNTED + 1),
  ])
  const counts = new Map([...byStatus, ...byTag])
  return <LabelsPage view={view} statuses={statuses} tags={tags.items} counts={counts} typed={typed} />
}

/** The error, with the number of posts that have the status; the page links to them. */
async function inUse(call: Caller, words: ConsoleWords, id: string): Promise<Problem> {
  const n = (await statusUsage(call, [id], MOST_COUNTED + 1)).get(id) ?? 0
  const title =
    n > MOST_COUNTED ? words.say('labels_in_use_over', { n: MOST_COUNTED }) : words.say('labels_in_use', { n })
  return new Problem({ ...statusInUse, title })
}

function labelIn(request: FastifyRequest): SentLabel {
  const members = membersOf(request)
  return {
    id: textIn(members.id),
    version: versionIn(members.version),
    name: readText(members.name),
    color: readText(members.color),
    category: textIn(members.category),
    onRoadmap: members.on_roadmap === 'yes',
    isTag: /\/tags\/[a-z]+$/.test(request.routeOptions.url ?? ''),
  }
}

function categoryIn(value: string) {
  const category = STATUS_CATEGORIES.find((category) => category === value)
  if (!category) throw fault('category', 'must be one of the offered values')
  return category
}

function fault(field: string, detail: string): Problem {
  return new Problem(invalidRequest, { errors: [{ pointer: `/${field}`, detail }] })
}
