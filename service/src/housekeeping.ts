import { callOn, type Places } from './domain/call.ts'
import { sweepSessions } from './domain/sessions/index.ts'
import { forgetErasuresBefore } from './domain/users/index.ts'
import { deleteRecordsBefore, RECORDS_LAST_MS } from './foundation/idempotency/index.ts'
import type { Job } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Longer than the oldest token that can still be accepted. */
const ERASURES_REMEMBERED_MS = 60 * 60 * 1000

/** Removes what has run out. Every rule holds without it; it only keeps the tables small. */
export function housekeeping(database: Database, places: Places): Job<object> {
  return {
    name: 'housekeeping',
    every: '*/10 * * * *',
    run: async () => {
      const call = callOn(database, places, database.clock.now())
      const ago = (ms: number) => new Date(call.now.getTime() - ms)
      await sweepSessions(call)
      await forgetErasuresBefore(call, ago(ERASURES_REMEMBERED_MS))
      while ((await deleteRecordsBefore(database.sql, ago(RECORDS_LAST_MS))) > 0);
    },
  }
}
