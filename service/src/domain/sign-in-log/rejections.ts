import type { ProjectCall } from '../call.ts'
import { insertRejection, selectRejections } from './store.ts'

/** Why a sign-in was refused: enough for the client's developer to find the fault, and never the token. */
export interface Rejection {
  readonly at: Date
  readonly code: string
  /** What the token named as its key, where it named one that could be. */
  readonly kid: string | undefined
  readonly audience: 'app' | 'board'
}

/** The newest hundred of the project, the newest first. */
export function listRejections(call: ProjectCall): Promise<Rejection[]> {
  return selectRejections(call)
}

export function noteRejection(call: ProjectCall, rejection: Omit<Rejection, 'at'>): Promise<void> {
  return insertRejection(call, { ...rejection, at: call.now })
}
