import { type Places, systemCall } from './domain/call/index.ts'
import { advanceImports, sweepImports, sweepUploads } from './domain/imports/index.ts'
import { keepHeapSmall } from './foundation/heap/index.ts'
import type { Loop } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Goes on with imports and undos, a portion of each at a time, and removes the rows and files of those that need them no more. */
export function runImports(database: Database, places: Places): Loop {
  let heap: ReturnType<typeof keepHeapSmall> | undefined
  return {
    name: 'imports',
    givesWay: true,
    run: async () => {
      const call = systemCall(database, places, database.clock.now())
      const hasSwept = [await sweepImports(call), await sweepUploads(call)].includes(true)
      const hasMoved = await advanceImports(call)
      if (hasMoved) heap ??= keepHeapSmall()
      else {
        heap?.stop()
        heap = undefined
      }
      return hasMoved || hasSwept
    },
  }
}
