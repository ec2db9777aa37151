export { ELSEWHERE } from './event.ts'
export {
  positionAt,
  positionOf,
  selectByIds as eventsByIds,
  selectEnd as endOfLog,
  selectProjectAfter as eventsAfter,
} from './log-store.ts'
export {
  deleteQuietEvents,
  deleteQuietEventsAbout,
  recordEvent,
  recordEventIn,
  recordEvents,
  selectCommentsTold as commentsTold,
  selectPostsTold as postsTold,
} from './store.ts'
