import { type Places, systemCall } from './domain/call/index.ts'
import { advanceImports, sweepImports } from './domain/imports/index.ts'
import type { Loop } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Goes on with imports and undos, a portion of each at a time, and removes the rows of those that have ended. */
export function runImports(database: Database, places: Places): Loop {
  return {
    name: 'imports',
    run: async () => {
      const call = systemCall(database, places, database.clock.now())
      const hasSwept = await sweepImports(call)
      return (await advanceImports(call)) || hasSwept
    },
  }
}
