import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { listCategories } from '../../../domain/categories/index.ts'
import {
  addField,
  changeField,
  deleteField,
  FIELD_VISIBLE_TO,
  type FieldKind,
  type FieldPatch,
  hasOptions,
  KINDS,
  listFields,
  MOST_OPTIONS_IN_ALL,
  moveField,
} from '../../../domain/fields/index.ts'
import { invalidRequest, Problem } from '../../../foundation/problems/index.ts'
import { makeOnce, membersOf, textIn, textsIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { readText, versionIn } from '../shared/form-values.ts'
import { type Confirms, orderedForms } from '../shared/ordered-forms.ts'
import type { ConsoleRoutes } from '../shared/routing.ts'
import type { ProjectView } from '../shared/view.ts'
import { FieldsPage, type TypedField } from './page.tsx'

type Caller = OperatorCall<'fields:write'>
type Sent = TypedField & { readonly version: number }

const WRITE = { needs: ['fields:write'] } as const

/** What a board asks about its posts beside title and text. */
export function fieldRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const on = orderedForms(routes, context, { path: '/fields', access: WRITE, sentIn, show })
  on('add', 'field_added', (call, sent, request) =>
    makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
      const { label, kind } = sent
      return (await addField(call, { ...patchOf(sent), label, kind: kindIn(kind) })).id
    }),
  )
  on('change', 'saved', (call, sent) => changeField(call, sent.id, patchOf(sent), [sent.version]))
  on('move', 'order_changed', (call, { id }, request) => moveField(call, id, membersOf(request).by === 'up' ? -1 : 1))
  on('delete', 'field_deleted', (call, { id }) => deleteField(call, id))
}

async function show(call: Caller, view: ProjectView, typed?: TypedField, confirms?: Confirms) {
  const [fields, categories] = await Promise.all([listFields(call), listCategories(call)])
  const hasMembers = typed?.label !== '' || typed.faults?.label !== undefined // the forms that move and delete have none
  return (
    <FieldsPage
      view={view}
      fields={fields}
      categories={categories}
      typed={hasMembers ? typed : undefined}
      confirms={confirms}
    />
  )
}

/** Without a key it gets one from its label, or keeps the one that it has. */
function patchOf({ label, key, kind, options, newOptions, required, visibleTo, categories }: Sent): FieldPatch {
  const lines = newOptions.split('\n').map((line) => line.trim())
  const added = lines.filter((line) => line !== '').slice(0, MOST_OPTIONS_IN_ALL)
  const kept = options.filter((option) => option.label.trim() !== '')
  return {
    label,
    ...(key && { key }),
    ...(hasOptions({ kind: kindIn(kind) }) && { options: [...kept, ...added.map((label) => ({ label }))] }),
    required,
    visibleTo: FIELD_VISIBLE_TO.find((one) => one === visibleTo) ?? 'team',
    ...(categories?.length !== 0 && { categories }),
  }
}

function kindIn(kind: string): FieldKind {
  const known = KINDS.find((one) => one === kind)
  if (!known) throw new Problem(invalidRequest, { errors: [{ pointer: '/kind', detail: 'must be one of the list' }] })
  return known
}

function sentIn(request: FastifyRequest): Sent {
  const members = membersOf(request)
  const labels = textsIn(members.option_label)
  const chosen = textsIn(members.category_ids)
  return {
    id: textIn(members.id),
    version: versionIn(members.version),
    label: readText(members.label),
    key: readText(members.key).trim(),
    kind: textIn(members.kind),
    options: textsIn(members.option_value)
      .slice(0, MOST_OPTIONS_IN_ALL)
      .map((value, place) => ({ value: readText(value), label: readText(labels[place]) })),
    newOptions: readText(members.new_options),
    required: members.required === 'yes',
    visibleTo: textIn(members.visible_to),
    // Empty: it was in none, because its categories were deleted, and nobody chose another one.
    categories: chosen.length > 0 ? chosen : members.in_none === '1' ? [] : null,
  }
}
