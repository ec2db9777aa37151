import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import type { ProjectCall } from '../call.ts'
import { insertRejection, type RejectionPlace, selectRejections } from './store.ts'

/** Why a sign-in was refused: enough for the client's developer to find the fault, and never the token. */
export interface Rejection {
  readonly at: Date
  readonly code: string
  /** What the token named as its key, where it named one that could be. */
  readonly kid: string | undefined
  readonly audience: 'app' | 'board'
}

/** The newest first; the newest hundred of a project are kept. */
export function listRejections(
  call: ProjectCall,
  page: PageRequest<RejectionPlace>,
): Promise<Page<Rejection, RejectionPlace>> {
  return selectRejections(call, page)
}

export function noteRejection(call: ProjectCall, rejection: Omit<Rejection, 'at'>): Promise<void> {
  return insertRejection(call, { ...rejection, at: call.now })
}
