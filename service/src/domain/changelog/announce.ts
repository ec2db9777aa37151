import type { Id } from '../../foundation/ids/index.ts'
import { inProject, inTransaction, type ProjectCall, type ServiceCall } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { projectById } from '../projects/index.ts'
import { markAnnounced } from './store.ts'

/**
 * Records the publication of entries whose time has come. Each entry is announced once: the transaction that marks it
 * also records the event, and the mark is never removed.
 */
export function announceDue(call: ServiceCall): Promise<void> {
  return inTransaction(call, async (call) => {
    for (const { projectId, id, publishAt } of await markAnnounced(call)) {
      await recordPublication(inProject(call, await projectById(call, projectId)), id, publishAt)
    }
  })
}

/** The event has the publication time, so that readers can tell old imported entries from new ones. */
export function recordPublication(call: ProjectCall, id: Id<'changelogEntry'>, publishAt: Date): Promise<void> {
  const data = { publish_at: publishAt.toISOString() }
  return recordEvent(call, { type: 'changelog.published', subject: id, data })
}
