import { type Places, systemCall } from './domain/call/index.ts'
import { warnOfRefusals } from './domain/team-mails/index.ts'
import type { Job } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Looks for what no event tells of. */
export function warnTeam(database: Database, places: Places): Job<object> {
  return {
    name: 'warn-team',
    every: '*/5 * * * *',
    run: () => warnOfRefusals(systemCall(database, places, database.clock.now())),
  }
}
