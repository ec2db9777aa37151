import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { addCategory, changeCategory, listCategories, moveCategory } from '../../../domain/categories/index.ts'
import { deleteCategory } from '../../../domain/posting/index.ts'
import { boardOriginOf } from '../../../domain/projects/index.ts'
import { listSegments } from '../../../domain/segments/index.ts'
import { makeOnce, membersOf, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { readText, versionIn } from '../shared/form-values.ts'
import { type Confirms, orderedForms } from '../shared/ordered-forms.ts'
import type { ConsoleRoutes } from '../shared/routing.ts'
import type { ProjectView } from '../shared/view.ts'
import { CategoriesPage, type TypedCategory } from './page.tsx'

type Caller = OperatorCall<'categories:write' | 'segments:read'>
type Sent = TypedCategory & { readonly version: number }

const WRITE = { needs: ['categories:write', 'segments:read'] } as const

/** The parts of a board: their order, who sees them, and who writes in them. */
export function categoryRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const on = orderedForms(routes, context, { path: '/categories', access: WRITE, sentIn, show })
  on('add', 'category_added', (call, sent, request) =>
    makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
      return (await addCategory(call, draftOf(sent))).id
    }),
  )
  on('change', 'saved', (call, sent) => changeCategory(call, sent.id, draftOf(sent), [sent.version]))
  on('move', 'order_changed', (call, { id }, request) =>
    moveCategory(call, id, membersOf(request).by === 'up' ? -1 : 1),
  )
  on('delete', 'category_deleted', (call, { id }, request) =>
    deleteCategory(call, id, textIn(membersOf(request).move_to) || undefined),
  )
}

async function show(call: Caller, view: ProjectView, typed?: TypedCategory, confirms?: Confirms) {
  const [categories, segments] = await Promise.all([listCategories(call), listSegments(call)])
  const hasFields = typed?.name !== '' || typed.faults?.name !== undefined // the forms that move and delete have none
  return (
    <CategoriesPage
      view={view}
      categories={categories}
      segments={segments}
      boardOrigin={boardOriginOf(call.places, call.project)}
      typed={hasFields ? typed : undefined}
      confirms={confirms}
    />
  )
}

/** Without a slug it gets one from its name, or keeps the one that it has. */
function draftOf({ name, slug, description, visibleTo, posting, template }: Sent) {
  return {
    name,
    ...(slug && { slug }),
    description,
    visibleTo: visibleTo || 'team',
    posting: posting || 'team',
    template,
  }
}

function sentIn(request: FastifyRequest): Sent {
  const members = membersOf(request)
  return {
    id: textIn(members.id),
    version: versionIn(members.version),
    name: readText(members.name),
    slug: readText(members.slug).trim(),
    description: readText(members.description),
    visibleTo: textIn(members.visible_to),
    posting: textIn(members.posting),
    template: readText(members.template),
  }
}
