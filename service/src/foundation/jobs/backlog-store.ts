import type { Sql } from '../storage/index.ts'
import { type Backlog, type BacklogRow, MOST_COUNTED, toBacklog } from './backlog.ts'

/** Jobs in the queue of pg-boss that nobody has begun. */
export async function jobBacklog(sql: Sql, now: Date): Promise<Backlog> {
  return toBacklog(
    await sql<BacklogRow[]>`
      select count(*)::int as length, min(start_after) as oldest from (
        select start_after from jobs.job where state < 'active' and start_after <= ${now} limit ${MOST_COUNTED}) as due`,
  )
}
