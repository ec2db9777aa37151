import { type Id, newId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { Call, ProjectCall } from '../call.ts'
import { FIRST_STATUSES, type Status } from './status.ts'
import { insertStatus, selectStatuses } from './store.ts'

/** Within the transaction that makes the project. */
export async function addFirstStatuses(call: Call, projectId: Id<'project'>): Promise<void> {
  await Promise.all(FIRST_STATUSES.map((status) => insertStatus(call, projectId, { ...status, id: newId('status') })))
}

/** In the order of the roadmap. There are few, so they are read whole. */
export function listStatuses(call: ProjectCall): Promise<Status[]> {
  return selectStatuses(call)
}

/** Of this project, or it does not exist. */
export async function statusById(call: ProjectCall, id: string): Promise<Status> {
  const status = (await selectStatuses(call)).find((status) => status.id === id)
  if (!status) throw new Problem(notFound, { detail: 'There is no such status in this project.' })
  return status
}
