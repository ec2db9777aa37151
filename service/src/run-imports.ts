import { type Places, systemCall } from './domain/call/index.ts'
import { advanceImports, sweepImports, sweepUploads } from './domain/imports/index.ts'
import type { Loop } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Goes on with imports and undos, a portion of each at a time, and removes the rows and files of those that need them no more. */
export function runImports(database: Database, places: Places): Loop {
  return {
    name: 'imports',
    run: async () => {
      const call = systemCall(database, places, database.clock.now())
      const hasSwept = [await sweepImports(call), await sweepUploads(call)].includes(true)
      return (await advanceImports(call)) || hasSwept
    },
  }
}
