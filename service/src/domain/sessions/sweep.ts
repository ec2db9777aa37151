import type { Call } from '../call.ts'
import { deleteSessionsBefore, deleteUsedTokensBefore } from './store.ts'

const EXPIRED_SESSIONS_KEPT_MS = 24 * 60 * 60 * 1000

/** Tidies; no rule depends on it. An expired session stays for a day, so that its owner is told what happened to it. */
export async function sweepSessions(call: Call): Promise<void> {
  const longOver = new Date(call.now.getTime() - EXPIRED_SESSIONS_KEPT_MS)
  while ((await deleteUsedTokensBefore(call, call.now)) > 0);
  while ((await deleteSessionsBefore(call, longOver)) > 0);
}
