export { createLog, LOG_LEVELS, type Log, type LogLevel } from './log.ts'
export { scrub } from './scrub.ts'
export { type SparingLog, sparingly } from './sparing.ts'
