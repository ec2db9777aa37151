import { type Places, systemCall } from './domain/call/index.ts'
import { advanceImports } from './domain/imports/index.ts'
import type { Loop } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Goes on with imports and undos, a portion of each at a time. */
export function runImports(database: Database, places: Places): Loop {
  return { name: 'imports', run: () => advanceImports(systemCall(database, places, database.clock.now())) }
}
