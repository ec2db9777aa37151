export const FORMAT = 'feedback-board-backup'
/** Raised when an earlier build could not read what is written. */
export const FORMAT_VERSION = 1
/** Ends the rows of a table. No row looks like this: PostgreSQL writes a backslash in a row as two. */
export const ROWS_END = '\\.'

export function line(type: 'head' | 'table' | 'sequences' | 'object' | 'left_out', data: object): string {
  return `${JSON.stringify({ type, data })}\n`
}
