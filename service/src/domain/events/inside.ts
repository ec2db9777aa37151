export { positionAt, positionOf, selectProjectAfter as eventsAfter } from './log-store.ts'
export { recordEvent, recordEventIn } from './store.ts'
