import type { Config } from './config.ts'
import { systemCall } from './domain/call/index.ts'
import type { EventFailure } from './domain/events/index.ts'
import { noteEvents, openNotifications, tellNext } from './domain/notifications/index.ts'
import { noteForTeam, openTeamMails } from './domain/team-mails/index.ts'
import type { Id } from './foundation/ids/index.ts'
import { FEW, type Loop } from './foundation/jobs/index.ts'
import type { Log } from './foundation/log/index.ts'
import type { Database } from './foundation/storage/index.ts'

/**
 * Tells people and the team what happened. New events are noted before each portion, so a small event of one project does not wait for the thousands
 * of people of another. What fails stops nothing else: an event that cannot be told is left out, and each of the three parts runs whatever became of
 * the others.
 */
export function notify(database: Database, config: Config, log: Log): Loop {
  const mailDelayMs = config.mailDelaySeconds * 1000
  const call = () => systemCall(database, config, database.clock.now())
  const report = ({ projectId, eventId, error, isLeftOut }: EventFailure) =>
    log.error(
      { project: projectId, event: eventId, err: error },
      isLeftOut ? 'an event is left out: nobody more is told of it' : 'nobody was told of an event; it is tried again',
    )
  let isOpen = false
  let served: Id<'project'> | undefined
  /** Whether the team's reader may have events left: after new events were noted, until it has read them all. */
  let hasMore = true
  return {
    name: 'notify',
    run: async () => {
      if (!isOpen) await Promise.all([openNotifications(call()), openTeamMails(call())])
      isOpen = true
      const failures: unknown[] = []
      const part = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
        work.catch((error) => void failures.push(error))
      const noted = await part(noteEvents(call(), report))
      hasMore ||= noted !== 0
      if (hasMore) hasMore = isMany(await part(noteForTeam(call(), report)))
      served = await part(tellNext(call(), served, { mailDelayMs, report }))
      if (failures.length > 0) throw new AggregateError(failures, 'Not everybody was told')
      return isMany(noted) || hasMore || served !== undefined
    },
  }
}

/** Whether there may be more events; also after a failure. */
function isMany(count: number | undefined): boolean {
  return count === undefined || count >= FEW
}
