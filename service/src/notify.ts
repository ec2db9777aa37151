import { type Places, systemCall } from './domain/call/index.ts'
import { noteEvents, openNotifications, tellNext } from './domain/notifications/index.ts'
import { noteForTeam, openTeamMails } from './domain/team-mails/index.ts'
import type { Id } from './foundation/ids/index.ts'
import type { Loop } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/**
 * Tells people and the team what happened. New events are noted before each portion, so a small event of one project does not wait for the thousands
 * of people of another.
 */
export function notify(database: Database, places: Places): Loop {
  const call = () => systemCall(database, places, database.clock.now())
  let isOpen = false
  let served: Id<'project'> | undefined
  /** Whether the team's reader may have events left: after new events were noted, until it has read them all. */
  let hasMore = true
  return {
    name: 'notify',
    run: async () => {
      if (!isOpen) await Promise.all([openNotifications(call()), openTeamMails(call())])
      isOpen = true
      const noted = await noteEvents(call())
      hasMore ||= noted > 0
      if (hasMore) hasMore = (await noteForTeam(call())) > 0
      served = await tellNext(call(), served)
      return noted > 0 || hasMore || served !== undefined
    },
  }
}
