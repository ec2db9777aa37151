const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "3 days ago", "in 2 hours": by whole units, of which the one that has begun counts for what is to come. */
export function distance(format: Intl.RelativeTimeFormat, ms: number, justNow: string): string {
  const length = Math.abs(ms)
  if (length < MINUTE && ms <= 0) return justNow
  if (length < HOUR) return format.format(Math.ceil(ms / MINUTE), 'minute')
  if (length < DAY) return format.format(Math.ceil(ms / HOUR), 'hour')
  return format.format(Math.ceil(ms / DAY), 'day')
}
