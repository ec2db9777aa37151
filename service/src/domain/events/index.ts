export type { EventType, Happening } from './event.ts'
export { eventRow, recordEvent } from './store.ts'
