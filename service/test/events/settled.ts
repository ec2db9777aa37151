import { expect } from 'vitest'
import type { Database } from '../../src/foundation/storage/index.ts'

/** Waits until readers may read everything that has happened: other tests write to the same server, and readers wait for all that writes. */
export async function settled({ sql }: Database): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await sql<{ is_settled: boolean }[]>`
        select coalesce(max(tx), 0) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + (select base from event_base) as is_settled
        from events`
      return row?.is_settled
    })
    .toBe(true)
}
