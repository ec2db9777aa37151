import type { Sql } from '../storage/index.ts'

/** All loops of a process share one question in this time. */
const FRESH_MS = 250

/**
 * Tells which transactions had ended at a moment, as a text. If it is the same at two moments, nobody wrote anything to the database between them, and whoever
 * found no work at the first one finds none at the second. Undefined if the server did not say.
 */
export type Writes = () => Promise<string | undefined>

export function watchWrites(sql: Sql): Writes {
  let asked: Promise<string | undefined> = Promise.resolve(undefined)
  let askedAt = Number.NEGATIVE_INFINITY
  const ask = async () => {
    const [row] = await sql<{ ended: string }[]>`select pg_current_snapshot()::text as ended`.asLookUp()
    return row?.ended
  }
  return () => {
    const now = performance.now()
    if (now - askedAt >= FRESH_MS) {
      askedAt = now
      asked = ask().catch(() => undefined) // work that fails for the same reason tells it
    }
    return asked
  }
}
