import { expect } from 'vitest'
import { horizon, noteElsewhere } from '../../src/domain/events/fragments.ts'
import type { Database } from '../../src/foundation/storage/index.ts'

/** Waits until readers may read everything that has happened: other tests write to the same database, and readers wait for all that writes there. */
export async function settled({ transaction }: Database): Promise<void> {
  const isSettled = () =>
    transaction(async (sql) => {
      await sql`select ${noteElsewhere(sql)}`
      const [row] = await sql<{ is_settled: boolean }[]>`
        select coalesce(max(tx), 0) < ${horizon(sql)} as is_settled from events`
      return row?.is_settled
    })
  await expect.poll(isSettled).toBe(true)
}
