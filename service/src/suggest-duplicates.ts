import type { Config } from './config.ts'
import { systemCall } from './domain/call/index.ts'
import { type CheckFailure, compareNext, noteChecks, openDuplicates, type Tries } from './domain/duplicates/index.ts'
import type { Id } from './foundation/ids/index.ts'
import { FEW, type Loop } from './foundation/jobs/index.ts'
import type { Log } from './foundation/log/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Compares new and changed posts with others, a few of one project at a time. A post that cannot be compared is left out, so that it stops no other. */
export function suggestDuplicates(database: Database, config: Config, log: Log): Loop {
  const call = () => systemCall(database, config, database.clock.now())
  let isOpen = false
  const tries: Tries = new Map()
  let served: Id<'project'> | undefined
  return {
    name: 'duplicates',
    run: async () => {
      if (!isOpen) await openDuplicates(call())
      isOpen = true
      const noted = await noteChecks(call(), ({ projectId, eventId, error }) =>
        log.error({ project: projectId, event: eventId, err: error }, 'an event is left out: its post is not compared'),
      )
      const report = ({ projectId, postId, error }: CheckFailure) =>
        log.error({ project: projectId, post: postId, err: error }, 'a post was not compared with others')
      served = await compareNext(call(), served, report, tries)
      return noted >= FEW || served !== undefined
    },
  }
}
