import { inTransaction, type ServiceCall } from '../call/index.ts'
import { type LoggedEvent, type Position, selectAfter, selectEnd } from './log-store.ts'

/** Where somebody begins who follows the log from now on, and who keeps the position themselves. */
export function endOfLogNow(call: ServiceCall): Promise<Position> {
  return selectEnd(call)
}

/** The next events of all projects, in order, for somebody who may miss those that were dropped meanwhile. */
export function followLog(call: ServiceCall, after: Position, limit: number): Promise<readonly LoggedEvent[]> {
  return inTransaction(call, (call) => selectAfter(call, after, limit))
}
