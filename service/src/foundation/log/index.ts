export { type LimitedLog, limitRepeats } from './limit-repeats.ts'
export { createLog, LOG_LEVELS, type Log, type LogLevel } from './log.ts'
export { scrub } from './scrub.ts'
