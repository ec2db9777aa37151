import { type Call, inTransaction } from '../../call/index.ts'
import { type LoggedEvent, selectAfter, selectEnd } from '../log-store.ts'
import { deleteReader, holdReader, insertReader, moveReader } from './store.ts'

/** From now on events are kept until this reader has taken them. An existing reader keeps its position. */
export function openReader(call: Call, name: string): Promise<void> {
  return inTransaction(call, async (call) => insertReader(call, name, await selectEnd(call)))
}

/**
 * Takes the next events for a reader. `work` and the new position commit together: `work` takes effect once for each
 * event, even if a process is killed. It should be short, because readers wait for every transaction that writes.
 * Returns how many events there were.
 */
export function takeEvents(
  call: Call,
  reader: string,
  limit: number,
  work: (call: Call, events: readonly LoggedEvent[]) => Promise<void>,
): Promise<number> {
  return inTransaction(call, async (call) => {
    const position = await holdReader(call, reader)
    if (!position) throw new Error(`There is no reader "${reader}" of the events; open it first`)
    const events = await selectAfter(call, position, limit)
    const last = events.at(-1)
    if (!last) return 0
    await work(call, events)
    await moveReader(call, reader, last)
    return events.length
  })
}

export function closeReader(call: Call, name: string): Promise<void> {
  return deleteReader(call, name)
}
