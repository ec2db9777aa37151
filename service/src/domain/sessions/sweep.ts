import type { ServiceCall } from '../call/index.ts'
import { deleteSessionsBefore, deleteUsedTokensBefore, type RemovedSessions } from './store.ts'

const EXPIRED_SESSIONS_KEPT_MS = 24 * 60 * 60 * 1000

/** Cleans up; no rule depends on it. An expired session stays for a day, so that its owner learns why it ended. Returns which were removed. */
export function sweepSessions(call: ServiceCall): Promise<RemovedSessions[]> {
  return deleteSessionsBefore(call, new Date(call.now.getTime() - EXPIRED_SESSIONS_KEPT_MS))
}

export function sweepUsedTokens(call: ServiceCall): Promise<number> {
  return deleteUsedTokensBefore(call, call.now)
}
