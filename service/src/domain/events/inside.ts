export { ELSEWHERE } from './event.ts'
export {
  positionAt,
  positionOf,
  selectByIds as eventsByIds,
  selectEnd as endOfLog,
  selectProjectAfter as eventsAfter,
} from './log-store.ts'
export { deleteEventsOf, recordEvent, recordEventIn, recordEvents } from './store.ts'
