export { type AuditEntry, selectAuditEntries as listAuditEntries } from './audit/store.ts'
export type { EventKind, EventType } from './event.ts'
export { deleteMarksBefore, eventRow, recordEvent, recordEventIn } from './store.ts'
