import type { Config } from './config.ts'
import { systemCall } from './domain/call/index.ts'
import { type CountTurn, countBeside } from './domain/segments/index.ts'
import type { Loop } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Counts people of segments that are too many to be counted in a request. */
export function countSegments(database: Database, config: Config): Loop {
  const turn: CountTurn = { last: '' }
  return {
    name: 'segments',
    run: () => countBeside(systemCall(database, config, database.clock.now()), turn),
  }
}
