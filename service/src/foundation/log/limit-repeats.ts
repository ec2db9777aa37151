import type { Log } from './log.ts'

const SPAN_MS = 1_000

type Write = (fields: object, text: string) => void

/** The same log, in which a text that many requests write at once is written once a second. */
export interface LimitedLog {
  readonly error: Write
  readonly warn: Write
}

const logs = new WeakMap<Log, LimitedLog>()

/**
 * When the database is away, every request logs it, with a stack. Each text is written once a second; the next line with it says in `left_out` how
 * many were left out, and comes at the end of the second at the latest. Repeated calls for one log return the same limited log.
 */
export function limitRepeats(log: Log): LimitedLog {
  let found = logs.get(log)
  if (!found) {
    found = {
      error: limitWrites((fields, text) => log.error(fields, text)),
      warn: limitWrites((fields, text) => log.warn(fields, text)),
    }
    logs.set(log, found)
  }
  return found
}

function limitWrites(write: Write): Write {
  const spans = new Map<string, { waiting: number; last: object }>()

  function begin(text: string): void {
    spans.set(text, { waiting: 0, last: {} })
    setTimeout(end, SPAN_MS, text).unref()
  }
  function end(text: string): void {
    const { waiting = 0, last = {} } = spans.get(text) ?? {}
    spans.delete(text)
    if (waiting === 0) return
    begin(text)
    write({ ...last, left_out: waiting - 1 }, text)
  }

  return (fields, text) => {
    const span = spans.get(text)
    if (span) {
      span.waiting += 1
      span.last = fields
    } else {
      begin(text)
      write(fields, text)
    }
  }
}
