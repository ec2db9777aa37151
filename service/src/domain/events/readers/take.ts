import { inTransaction, type ServiceCall } from '../../call/index.ts'
import { type LoggedEvent, selectAfter, selectEnd } from '../log-store.ts'
import { deleteReader, holdReader, insertReader, moveReader } from './store.ts'

/** Whatever happens from now on is kept until this reader has taken it. A reader that is there already goes on where it is. */
export function openReader(call: ServiceCall, name: string): Promise<void> {
  return inTransaction(call, async (call) => insertReader(call, name, await selectEnd(call)))
}

/**
 * Takes the next events for a reader. `work` and the new position commit together: whatever `work` writes is written once for each event,
 * also where a process is killed. It should be short, since readers wait for every transaction that writes. Answers how many there were:
 * none also while another process takes them.
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
