import { doneOf, type Import } from './import.ts'

/** All members of an import, as JSON. */
export function importJson(found: Import) {
  return {
    id: found.id,
    source: found.source,
    state: found.state,
    progress: doneOf(found),
    received: found.received,
    made: found.made,
    fault_count: found.faultCount,
    faults: found.faults,
    notes: found.notes,
    notifies: found.notifies,
    failure: found.failure ?? null,
    created_at: found.createdAt.toISOString(),
    finished_at: found.finishedAt?.toISOString() ?? null,
  }
}
