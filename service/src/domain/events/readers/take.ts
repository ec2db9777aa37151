import type { Id } from '../../../foundation/ids/index.ts'
import { attempt } from '../../../foundation/storage/index.ts'
import { inTransaction, type ServiceCall } from '../../call/index.ts'
import { type LoggedEvent, selectAfter, selectEnd } from '../log-store.ts'
import { deleteReader, hasEvents, holdReader, insertReader, moveReader } from './store.ts'

/** Work about one event went wrong. */
export interface EventFailure {
  readonly projectId: Id<'project'>
  readonly eventId: Id<'event'>
  readonly error: unknown
  /** It is not tried again. */
  readonly isLeftOut: boolean
}

type Work = (call: ServiceCall, events: readonly LoggedEvent[]) => Promise<void>

/** Events from now on are kept until this reader has taken them. An existing reader keeps its position. */
export function openReader(call: ServiceCall, name: string): Promise<void> {
  return inTransaction(call, async (call) => insertReader(call, name, await selectEnd(call)))
}

/**
 * Takes the next events for a reader. `work` and the new position commit together: the rows of `work` are written once for each event,
 * even if a process is killed. `work` should be short, since readers wait for every transaction that writes. If it fails, the reader stays where
 * it was; with `report`, each event is then tried alone, and one that fails again is left out and reported, so that it stops no other. Returns how
 * many events there were; 0 also if another process is taking them.
 */
export async function takeEvents(
  call: ServiceCall,
  reader: string,
  limit: number,
  work: Work,
  report?: (failure: EventFailure) => void,
): Promise<number> {
  const hasSome = await hasEvents(call, reader) // mostly not: so a reader without work locks and writes nothing
  if (hasSome === undefined) throw new Error(`There is no reader "${reader}" of the events; open it first`)
  if (!hasSome) return 0
  return inTransaction(call, async (call) => {
    const position = await holdReader(call, reader)
    if (position === 'busy') return 0
    const events = await selectAfter(call, position, limit)
    const last = events.at(-1)
    if (!last) return 0
    await (report ? workApart(call, events, work, report) : work(call, events))
    await moveReader(call, reader, last)
    return events.length
  })
}

async function workApart(
  call: ServiceCall,
  events: readonly LoggedEvent[],
  work: Work,
  report: (failure: EventFailure) => void,
): Promise<void> {
  if (!(await attempt(call.sql, () => work(call, events)))) return
  for (const event of events) {
    const failed = await attempt(call.sql, () => work(call, [event]))
    if (failed) report({ projectId: event.projectId, eventId: event.id, error: failed.error, isLeftOut: true })
  }
}

export function closeReader(call: ServiceCall, name: string): Promise<void> {
  return deleteReader(call, name)
}
