import { openMemory } from '../../../foundation/memory/index.ts'

/** A count rests this many times as long as it took: so counting takes at most a fiftieth of a connection's time. */
const REST = 50

export type Counts = ReadonlyMap<string, number>

export interface Tally {
  readonly counts: Counts
  /** When the count began, by the same clock as `now`. */
  readonly readAt: number
}

/** Counts that cost more the larger a board is, and that need not be of this second. */
export function openTallies(
  now = () => performance.now(),
): (name: string, count: () => Promise<Counts>) => Promise<Tally> {
  const tallies = openMemory<Tally & { readonly until: number }>({ most: 1_000, freshMs: Number.POSITIVE_INFINITY })
  return async (name, count) => {
    const began = now()
    const kept = tallies.fresh(name)
    if (kept && began < kept.until) return kept
    const counts = await count()
    const ended = now()
    const tally = { counts, readAt: began, until: ended + REST * (ended - began) }
    tallies.set(name, tally)
    return tally
  }
}
