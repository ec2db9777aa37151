import { openMemory } from '../../../foundation/memory/index.ts'
import { knownTimeZone } from '../../../foundation/time-zones/index.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The hour at which digests leave, by the clocks of the project. */
const DIGEST_HOUR = 8

/** The next moment after `now` at which it is eight o'clock in the time zone; with `weekday`, on that day of the week (1: Monday). */
export function nextDigest(now: Date, timeZone: string, weekday?: number): Date {
  const format = clockIn(timeZone)
  /** What the clocks there show, written as if they were in UTC. */
  const shown = (time: number): number => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute, parts.second)
  }
  const midnight = Math.floor(shown(now.getTime()) / DAY_MS) * DAY_MS
  for (let day = 0; day < 9; day += 1) {
    const wanted = midnight + day * DAY_MS + DIGEST_HOUR * 60 * 60 * 1000
    // Twice: the first guess may use the offset from before the clocks were changed.
    const guess = wanted - (shown(wanted) - wanted)
    const time = guess - (shown(guess) - wanted)
    const isDay = weekday === undefined || new Date(wanted).getUTCDay() === weekday
    if (isDay && time > now.getTime()) return new Date(time)
  }
  throw new Error('A week has every day of the week')
}

/** A clock is slow to make and quick to use. */
const clocks = openMemory<Intl.DateTimeFormat>({ most: 100, freshMs: Number.POSITIVE_INFINITY })

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.fresh(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    timeZone: knownTimeZone(timeZone),
  })
  clocks.set(timeZone, clock)
  return clock
}
