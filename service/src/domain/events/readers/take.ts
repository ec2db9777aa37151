import { inTransaction, type ServiceCall } from '../../call/index.ts'
import { type LoggedEvent, selectAfter, selectEnd } from '../log-store.ts'
import { deleteReader, holdReader, insertReader, moveReader } from './store.ts'

/** Events from now on are kept until this reader has taken them. An existing reader keeps its position. */
export function openReader(call: ServiceCall, name: string): Promise<void> {
  return inTransaction(call, async (call) => insertReader(call, name, await selectEnd(call)))
}

/**
 * Takes the next events for a reader. `work` and the new position commit together: the rows of `work` are written once for each event,
 * even if a process is killed. `work` should be short, since readers wait for every transaction that writes. Returns how many events there
 * were; 0 also if another process is taking them.
 */
export function takeEvents(
  call: ServiceCall,
  reader: string,
  limit: number,
  work: (call: ServiceCall, events: readonly LoggedEvent[]) => Promise<void>,
): Promise<number> {
  return inTransaction(call, async (call) => {
    const position = await holdReader(call, reader)
    if (!position) throw new Error(`There is no reader "${reader}" of the events; open it first`)
    if (position === 'busy') return 0
    const events = await selectAfter(call, position, limit)
    const last = events.at(-1)
    if (!last) return 0
    await work(call, events)
    await moveReader(call, reader, last)
    return events.length
  })
}

export function closeReader(call: ServiceCall, name: string): Promise<void> {
  return deleteReader(call, name)
}
