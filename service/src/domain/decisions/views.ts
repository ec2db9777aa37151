import { type Id, isId, newId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { limitReached, readName } from '../labels/index.ts'
import { lockProject } from '../project-lock/inside.ts'
import { fits, invalidText, lengthOf, readEach, Text } from '../texts/index.ts'
import type { SavedView } from './saved-view.ts'
import { deleteView, insertView, selectSameView, selectViews, updateView } from './store.ts'

/** Of each operator in a project, and of the whole team. */
export const MOST_SAVED = 50
export const ViewQuery = Text(1, 2_000, 'The part of an address after the question mark.')

/** Whether a view can have it. */
export function isViewQuery(query: unknown): boolean {
  return typeof query === 'string' && fits(ViewQuery, query) && /^[\w.~!*'()%&=+-]+$/.test(query)
}

export interface ViewDraft {
  readonly name: string
  readonly query: string
  readonly isShared: boolean
}

/** The team’s and the caller’s own, by name. */
export function listViews(call: Permitted<'insights:read'>): Promise<readonly SavedView[]> {
  return selectViews(call, ownerOf(call))
}

/** A view of the same owner with the same name is replaced. The audit log tells only of views of the team. */
export function saveView(call: Permitted<'posts:write'>, draft: ViewDraft): Promise<SavedView> {
  const { name, query } = readEach({ name: () => readName(draft.name), query: () => readQuery(draft.query) })
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const owner = draft.isShared ? undefined : ownerOf(call)
    const isShared = owner === undefined
    const { same, count } = await selectSameView(call, name, owner)
    if (!same && count >= MOST_SAVED)
      throw new Problem(limitReached, { detail: `The team and each operator have at most ${MOST_SAVED} views.` })
    const view = { id: same?.id ?? newId('view'), name, query, isShared, createdAt: same?.createdAt ?? call.now }
    await (same ? updateView(call, view) : insertView(call, view, owner))
    if (isShared) await recordEvent(call, { type: same ? 'view.updated' : 'view.created', subject: view.id })
    return view
  })
}

/** Everybody who may edit posts may remove a view of the team. */
export function removeView(call: Permitted<'posts:write'>, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    const deleted = isId('view', id) ? await deleteView(call, id, ownerOf(call)) : undefined
    if (!deleted) throw new Problem(notFound, { detail: 'There is no such view.' })
    if (deleted.isShared) await recordEvent(call, { type: 'view.deleted', subject: deleted.id })
  })
}

/** Undefined: the caller is no operator, and has no views of their own. */
function ownerOf({ actor }: ProjectCall): Id<'operator'> | undefined {
  return actor.kind === 'operator' ? actor.operator.id : undefined
}

function readQuery(query: string): string {
  if (isViewQuery(query)) return query
  throw invalidText('/query', `must be the query of an address, of ${lengthOf(ViewQuery)}`)
}
