import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { addCategory, changeCategory, listCategories, moveCategory } from '../../../domain/categories/index.ts'
import { confirmationRequired, listPasskeys } from '../../../domain/operators/index.ts'
import { deleteCategory } from '../../../domain/posting/index.ts'
import { boardOriginOf } from '../../../domain/projects/index.ts'
import { listSegments } from '../../../domain/segments/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { makeOnce, membersOf, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { formErrorsOf } from '../shared/form-errors.ts'
import { readText, versionAfter, versionIn } from '../shared/form-values.ts'
import type { Done } from '../shared/notices.ts'
import { type Access, type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { CategoriesPage, type TypedCategory } from './page.tsx'

type Caller = OperatorCall<'categories:write' | 'segments:read'>
type Sent = TypedCategory & { readonly version: number }

const WRITE = { needs: ['categories:write', 'segments:read'] } as const
const ASKED = { ...WRITE, asks: true } as const

/** The parts of a board: their order, who sees them, and who writes in them. */
export function categoryRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/categories', WRITE, (call, view) => show(call, view))
  const on = (
    path: string,
    done: Done,
    work: (call: Caller, sent: Sent, request: FastifyRequest) => Promise<unknown>,
    access: Access<(typeof WRITE)['needs']> = WRITE,
  ) =>
    routes.form(`/categories/${path}`, access, async (call, request, reply) => {
      const sent = sentIn(request)
      try {
        await work(call, sent, request)
        return goTo(reply, `/console/${call.project.slug}/categories`, done)
      } catch (error) {
        const page = await projectView(context, call, request)
        const { status, text, fields } = formErrorsOf(page.words, error)
        reply.code(status)
        if (error instanceof Problem && error.kind === confirmationRequired)
          return show(call, page, sent, { hasPasskey: (await listPasskeys(call)).length > 0 })
        const version = versionAfter<number | undefined>(error, sent.version, undefined)
        return show(call, withFault(page, text), { ...sent, version, faults: fields })
      }
    })
  on('add', 'category_added', (call, sent, request) =>
    makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
      return (await addCategory(call, draftOf(sent))).id
    }),
  )
  on('change', 'saved', (call, sent) => changeCategory(call, sent.id, draftOf(sent), [sent.version]))
  on('move', 'order_changed', (call, { id }, request) =>
    moveCategory(call, id, membersOf(request).by === 'up' ? -1 : 1),
  )
  on(
    'delete',
    'category_deleted',
    (call, { id }, request) => deleteCategory(call, id, textIn(membersOf(request).move_to) || undefined),
    ASKED,
  )
}

async function show(
  call: Caller,
  view: ProjectView,
  typed?: TypedCategory,
  confirms?: { readonly hasPasskey: boolean },
) {
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
