import { newId } from '../../foundation/ids/index.ts'
import { Problem, versionConflict } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { limitReached, readColor, readName } from '../labels/index.ts'
import { membersOf } from '../members.ts'
import { lockProject } from '../project-lock/inside.ts'
import { statusRequired } from './problems.ts'
import type { Status } from './status.ts'
import { requireStatus } from './statuses.ts'
import { insertStatus, removeStatus, selectStatuses, updateStatus } from './store.ts'

export const MOST_STATUSES = 50
export const LAST_POSITION = 1_000_000

/** The members of a status that people choose. Without a position it comes last. */
export type StatusDraft = Pick<Status, 'name' | 'category' | 'color'> & Partial<Pick<Status, 'position' | 'onRoadmap'>>

/** Statuses of a project change one at a time, so that two concurrent changes cannot break a rule together. */
export function addStatus(call: Permitted<'project:write'>, draft: StatusDraft): Promise<Status> {
  const name = readName(draft.name)
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const others = await selectStatuses(call)
    if (others.length >= MOST_STATUSES) {
      throw new Problem(limitReached, { detail: `A project has at most ${MOST_STATUSES} statuses.` })
    }
    const status = await insertStatus(call, call.project.id, {
      id: newId('status'),
      name,
      category: draft.category,
      color: readColor(draft.color),
      position: draft.position ?? Math.min(LAST_POSITION, (others.at(-1)?.position ?? 0) + 1),
      onRoadmap: draft.onRoadmap ?? false,
    })
    await recordEvent(call, { type: 'status.created', subject: status.id, data: { category: status.category } })
    return status
  })
}

export function changeStatus(
  call: Permitted<'project:write'>,
  id: string,
  patch: Partial<StatusDraft>,
  versions: readonly number[] | undefined,
): Promise<Status> {
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const statuses = await selectStatuses(call)
    const held = requireStatus(statuses, id)
    if (versions && !versions.includes(held.version)) throw new Problem(versionConflict)
    if (patch.category !== undefined && patch.category !== 'open') refuseLastOpen(statuses, held)
    const status = await updateStatus(call, held.id, {
      ...patch,
      ...(patch.name !== undefined && { name: readName(patch.name) }),
      ...(patch.color !== undefined && { color: readColor(patch.color) }),
    })
    await recordEvent(call, { type: 'status.updated', subject: held.id, data: { members: membersOf(patch) } })
    return status
  })
}

/**
 * One place up or down in the order of the roadmap. Positions are renumbered, because two may share one; a status that
 * does not move keeps its version.
 */
export function moveStatus(call: Permitted<'project:write'>, id: string, by: -1 | 1): Promise<void> {
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const statuses = await selectStatuses(call)
    const from = statuses.indexOf(requireStatus(statuses, id))
    const held = statuses[from]
    const other = statuses[from + by]
    if (!held || !other) return
    const order = statuses.with(from, other).with(from + by, held)
    for (const [place, status] of order.entries()) {
      if (status.position === place + 1) continue
      await updateStatus(call, status.id, { position: place + 1 })
    }
    await recordEvent(call, { type: 'status.updated', subject: held.id, data: { members: ['position'] } })
  })
}

/** Only a status that no post has can be deleted. */
export function deleteStatus(call: Permitted<'project:write'>, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const statuses = await selectStatuses(call)
    const held = requireStatus(statuses, id)
    refuseLastOpen(statuses, held)
    await removeStatus(call, held.id)
    await recordEvent(call, { type: 'status.deleted', subject: held.id })
  })
}

/** New posts begin in an open status, so there always is one. */
function refuseLastOpen(statuses: readonly Status[], held: Status): void {
  const open = statuses.filter(({ category }) => category === 'open')
  if (held.category === 'open' && open.length === 1) throw new Problem(statusRequired)
}
