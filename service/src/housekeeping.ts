import { deleteCodesBefore } from './domain/board-codes/index.ts'
import { callOn, type Places } from './domain/call.ts'
import { deleteMarksBefore } from './domain/events/index.ts'
import { keepSignIns } from './domain/numbers/index.ts'
import { deleteOperatorLeftovers } from './domain/operators/index.ts'
import { deleteMovesBefore, updateReach } from './domain/posts/index.ts'
import { sweepSessions } from './domain/sessions/index.ts'
import { forgetErasuresBefore } from './domain/users/index.ts'
import { deleteRecordsBefore, RECORDS_LAST_MS } from './foundation/idempotency/index.ts'
import type { Job } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Longer than the oldest token that can still be accepted. */
const ERASURES_REMEMBERED_MS = 60 * 60 * 1000

/** As long as a list holds still for whoever pages through it. */
const MOVES_REMEMBERED_MS = 60 * 60 * 1000
/** Events of votes and follows. */
const MARKS_REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000

/** Removes what has run out. Every rule holds without it; it only keeps the tables small. */
export function housekeeping(database: Database, places: Places): Job<object> {
  return {
    name: 'housekeeping',
    every: '*/10 * * * *',
    run: async () => {
      const call = callOn(database, places, database.clock.now())
      const ago = (ms: number) => new Date(call.now.getTime() - ms)
      await keepSignIns(call) // before the sessions of yesterday go
      await sweepSessions(call)
      while ((await deleteCodesBefore(call, call.now)) > 0);
      await deleteOperatorLeftovers(call)
      await updateReach(call) // by the moves, so before the oldest of them go
      await deleteMovesBefore(call, ago(MOVES_REMEMBERED_MS))
      while ((await deleteMarksBefore(call, ago(MARKS_REMEMBERED_MS))) > 0);
      await forgetErasuresBefore(call, ago(ERASURES_REMEMBERED_MS))
      while ((await deleteRecordsBefore(database.sql, ago(RECORDS_LAST_MS))) > 0);
    },
  }
}
