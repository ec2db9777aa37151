export { type AuditEntry, selectAuditEntries as listAuditEntries } from './audit-store.ts'
export type { Happening } from './event.ts'
export { endOfLogNow, followLog } from './follow.ts'
export {
  type EventQuery,
  type LoggedEvent,
  type LogPage,
  type Position,
  raiseBase as settleEventOrder,
  type Scan,
  selectHeldBackMs as heldBackMs,
  selectReaderLags as readerLags,
  selectScans as scanAfter,
} from './log-store.ts'
export { dropMonthBefore, makeMonths } from './months-store.ts'
export { closeReader, type EventFailure, openReader, takeEvents } from './readers/take.ts'
export { type DataOf, EVENTS, type EventKind, type EventType, type ShownKind } from './schema.ts'
export { deleteMarksBefore } from './store.ts'
