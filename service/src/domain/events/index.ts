export {
  type AuditActor,
  type AuditEntry,
  type AuditPlace,
  selectAuditEntries as listAuditEntries,
} from './audit/store.ts'
export type { EventType, Happening } from './event.ts'
export { deleteMarksBefore, eventRow, recordEvent } from './store.ts'
