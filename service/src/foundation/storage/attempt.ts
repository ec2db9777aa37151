import { isPassing } from './failures.ts'
import type { Sql } from './sql.ts'

/**
 * Work within a transaction that may fail by itself: it is undone, and the transaction goes on. Returns what went wrong. What may go well a moment
 * later is thrown instead, so that the transaction is repeated as a whole.
 */
export async function attempt(sql: Sql, work: () => Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  await sql`savepoint attempt`
  try {
    await work()
    await sql`release savepoint attempt`
    return undefined
  } catch (error) {
    if (isPassing(error)) throw error
    await sql`rollback to savepoint attempt`
    return { error }
  }
}
