import { openMemory } from '../../../foundation/memory/index.ts'

/** A count rests this many times as long as it took: so counting takes at most a fiftieth of a connection's time. */
const REST = 50

export type Counts = ReadonlyMap<string, number>

/** Counts that cost more the larger a board is, and that need not be of this second. */
export function openTallies(
  now = () => performance.now(),
): (name: string, count: () => Promise<Counts>) => Promise<Counts> {
  const tallies = openMemory<{ counts: Counts; until: number }>({ most: 1_000, freshMs: Number.POSITIVE_INFINITY })
  return async (name, count) => {
    const began = now()
    const kept = tallies.fresh(name)
    if (kept && began < kept.until) return kept.counts
    const counts = await count()
    const ended = now()
    tallies.set(name, { counts, until: ended + REST * (ended - began) })
    return counts
  }
}
