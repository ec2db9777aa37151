const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** How long a delivery waits after each failed attempt; after one more it has failed. */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** Each pause is up to a fifth shorter or longer, so that deliveries that failed together do not come back together. */
const JITTER = 0.2
/** The longest pause that a receiver may ask for. */
const LONGEST_ASKED_MS = 24 * HOUR_MS

export interface FailedTry {
  readonly now: Date
  /** How many attempts failed before this one. */
  readonly tries: number
  /** What the receiver said in Retry-After. */
  readonly retryAfter: string | undefined
  /** From 0 to 1. */
  readonly chance: number
}

/** When to try again; undefined: no more. */
export function nextTry({ now, tries, retryAfter, chance }: FailedTry): Date | undefined {
  const pause = PAUSES_MS[tries]
  if (pause === undefined) return undefined
  const waited = pause * (1 - JITTER + 2 * JITTER * chance)
  return new Date(now.getTime() + Math.max(waited, askedMs(retryAfter, now)))
}

/** Until when the receiver asked to be left alone, with all its deliveries; undefined: it did not. */
export function pauseAskedFor(retryAfter: string | undefined, now: Date): Date | undefined {
  const asked = askedMs(retryAfter, now)
  return asked > 0 ? new Date(now.getTime() + asked) : undefined
}

/** Seconds, or a date as HTTP writes it, up to a day; 0 for anything else. */
function askedMs(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  if (/^\d{1,9}$/.test(retryAfter)) return Math.min(Number(retryAfter) * SECOND_MS, LONGEST_ASKED_MS)
  const until = /^[A-Z][a-z]{2}, .+ GMT$/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  return Number.isNaN(until) ? 0 : Math.min(Math.max(0, until - now.getTime()), LONGEST_ASKED_MS)
}
