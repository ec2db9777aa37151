import { type Logger, pino } from 'pino'
import { scrub } from './scrub.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export type Log = Logger

/** One JSON object a line. Every finished line is scrubbed, so no field can be forgotten. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => write(scrub(line)) },
  )
}
