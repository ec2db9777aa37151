import { type Id, isId, newId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { Call, Permitted, ProjectCall } from '../call/index.ts'
import { FIRST_STATUSES, type Status } from './status.ts'
import { insertStatus, lockStatus, type StatusPlace, selectPage, selectStatuses } from './store.ts'

/** Within the transaction that makes the project. */
export async function addFirstStatuses(call: Call, projectId: Id<'project'>): Promise<void> {
  await Promise.all(FIRST_STATUSES.map((status) => insertStatus(call, projectId, { ...status, id: newId('status') })))
}

/** In the order of the roadmap. There are few, so they are read whole. */
export function listStatuses(call: Permitted<'board:read'>): Promise<Status[]> {
  return selectStatuses(call)
}

export function pageStatuses(
  call: Permitted<'board:read'>,
  page: PageRequest<StatusPlace>,
): Promise<Page<Status, StatusPlace>> {
  return selectPage(call, page)
}

/** Throws notFound if this project has no such status. */
export async function statusById(call: Permitted<'board:read'>, id: string): Promise<Status> {
  return requireStatus(await selectStatuses(call), id)
}

/** For a post that is about to get the status: it cannot be deleted until the transaction ends. */
export async function holdStatus(call: ProjectCall, id: string): Promise<Status> {
  const status = isId('status', id) ? await lockStatus(call, id) : undefined
  return requireStatus(status ? [status] : [], id)
}

export function requireStatus(statuses: readonly Status[], id: string): Status {
  const status = statuses.find((status) => status.id === id)
  if (!status) throw new Problem(notFound, { detail: 'There is no such status in this project.' })
  return status
}
