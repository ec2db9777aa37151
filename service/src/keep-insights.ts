import type { Config } from './config.ts'
import { systemCall } from './domain/call/index.ts'
import type { EventFailure } from './domain/events/index.ts'
import { countInsights, noteForInsights, openInsights, type Turn } from './domain/insights/index.ts'
import { FEW, type Loop } from './foundation/jobs/index.ts'
import type { Log } from './foundation/log/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Keeps the numbers of insights up to date, in projects where somebody has looked at them. */
export function keepInsights(database: Database, config: Config, log: Log): Loop {
  const call = () => systemCall(database, config, database.clock.now())
  const report = ({ projectId, eventId, error }: EventFailure) =>
    log.error({ project: projectId, event: eventId, err: error }, 'an event is left out of the insights')
  const turn: Turn = { last: '' }
  let isOpen = false
  return {
    name: 'insights',
    run: async () => {
      if (!isOpen) await openInsights(call())
      isOpen = true
      const noted = await noteForInsights(call(), report)
      const hasCounted = await countInsights(call(), turn)
      return noted >= FEW || hasCounted
    },
  }
}
