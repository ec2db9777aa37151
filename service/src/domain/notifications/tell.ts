import type { Id } from '../../foundation/ids/index.ts'
import { isPassing } from '../../foundation/storage/index.ts'
import { inProject, inTransaction, type ServiceCall } from '../call/index.ts'
import { type EventFailure, type LoggedEvent, openReader, takeEvents } from '../events/index.ts'
import { deleteMailsOf, queueMails } from '../mails/inside.ts'
import { projectById } from '../projects/index.ts'
import { projectsByIds } from '../projects/inside.ts'
import { deleteNotificationsOf } from './list-store.ts'
import { type Reason, reasonsFor } from './reasons.ts'
import { deleteRound, holdNextRound, insertPortion, insertRound, moveRound, type Round } from './rounds-store.ts'

const READER = 'notifications'
/** Nobody is told of what happened longer ago. */
export const NOTIFICATIONS_KEPT_MS = 90 * 24 * 60 * 60 * 1000
const EVENTS_AT_ONCE = 200
/** Few enough that it takes a fraction of a second, because no other project is served meanwhile, and that the process does not grow by their ids. */
const PEOPLE_AT_ONCE = 2_000

/** From now on every event counts, also while nobody reads. */
export function openNotifications(call: ServiceCall): Promise<void> {
  return openReader(call, READER)
}

/** Notes who is to be told of the next events. Returns how many events there were. */
export function noteEvents(call: ServiceCall, report?: (failure: EventFailure) => void): Promise<number> {
  return takeEvents(call, READER, EVENTS_AT_ONCE, noteRounds, report)
}

async function noteRounds(service: ServiceCall, events: readonly LoggedEvent[]): Promise<void> {
  const told = events.filter(matters)
  const projects = await projectsByIds(service, [...new Set(told.map(({ projectId }) => projectId))])
  for (const event of told) {
    const project = projects.get(event.projectId)
    if (!project) continue // it is gone
    const call = inProject(service, project)
    if (event.type === 'user.erased') {
      // A portion that was under way may have told them again.
      await deleteNotificationsOf(call, event.subjectId)
      await deleteMailsOf(call, event.subjectId)
    }
    if (service.now.getTime() - event.at.getTime() > NOTIFICATIONS_KEPT_MS) continue
    const reasons = await reasonsFor(call, event)
    if (reasons.length > 0) await insertRound(call, event, reasons)
  }
}

/** Most events are votes: they change nothing here. */
function matters({ type }: LoggedEvent): boolean {
  return type === 'user.erased' || /^(?:post|comment|changelog)\./.test(type)
}

export interface TellOptions {
  /** How long a mail about one post waits for what comes next. */
  readonly mailDelayMs: number
  readonly peopleAtOnce?: number
  /** Called with an event that failed; the other projects go on. Without it, the failure is thrown. */
  readonly report?: (failure: EventFailure) => void
}

/**
 * Tells some people of one event. Projects take turns: pass the project that had its turn last. What is told and how far it went commit
 * together, so that after a crash nobody is left out, and nobody is told twice. Returns whose turn it was; undefined: everybody was told.
 */
export async function tellNext(
  service: ServiceCall,
  last: Id<'project'> | undefined,
  { mailDelayMs, peopleAtOnce = PEOPLE_AT_ONCE, report }: TellOptions,
): Promise<Id<'project'> | undefined> {
  let round: Round | undefined
  try {
    await inTransaction(service, async (call) => {
      round = (await holdNextRound(call, last ?? '')) ?? (await holdNextRound(call, ''))
      if (round) await tellSome(call, round, { peopleAtOnce, mailDelayMs })
    })
  } catch (error) {
    if (!round || !report) throw error
    await leaveOut(service, round, error, report)
  }
  return round?.projectId
}

/** A failure that may be gone a moment later is tried again at the next turn of its project. */
async function leaveOut(
  service: ServiceCall,
  round: Round,
  error: unknown,
  report: (failure: EventFailure) => void,
): Promise<void> {
  const isLeftOut = !isPassing(error)
  report({ projectId: round.projectId, eventId: round.eventId, error, isLeftOut })
  if (isLeftOut) await deleteRound(service, round)
}

async function tellSome(
  service: ServiceCall,
  round: Round,
  { peopleAtOnce, mailDelayMs }: Required<Omit<TellOptions, 'report'>>,
): Promise<void> {
  const call = inProject(service, await projectById(service, round.projectId))
  const reason: Reason | undefined = round.reasons[round.place]
  if (!reason) return deleteRound(service, round)
  const { userIds, next } = await insertPortion(call, round, reason, peopleAtOnce)
  const told = { eventId: round.eventId, postId: reason.postId, at: round.createdAt, userIds }
  await queueMails(call, told, mailDelayMs)
  if (next !== undefined) return moveRound(call, round, { place: round.place, afterUserId: next })
  const place = round.place + 1
  await (place < round.reasons.length
    ? moveRound(call, round, { place, afterUserId: '' })
    : deleteRound(service, round))
}
