import { inProject, inTransaction, type ServiceCall } from '../../call/index.ts'
import { recordedTypes } from '../../event-feed/index.ts'
import { type EventFailure, type LoggedEvent, openReader, takeEvents } from '../../events/index.ts'
import { eventsAfter } from '../../events/inside.ts'
import { projectById } from '../../projects/index.ts'
import { firstToReach, holdReplay, insertDeliveries, moveReplay, selectMatches } from './queue-store.ts'

const READER = 'webhooks'
/** How many events are taken at a time; an event has up to 20 webhooks. */
const PORTION = 500

/** From now on no event is missed. */
export function openWebhookQueue(call: ServiceCall): Promise<void> {
  return openReader(call, READER)
}

/** Writes a delivery for each webhook that is told of one of the next events. Returns how many events there were. */
export function queueEvents(call: ServiceCall, report: (failure: EventFailure) => void): Promise<number> {
  const queue = async (call: ServiceCall, events: readonly LoggedEvent[]) => {
    const matches = await firstToReach(call, await selectMatches(call, events))
    await insertDeliveries(call, matches, { isAgain: false })
  }
  return takeEvents(call, READER, PORTION, queue, report)
}

/** Queues a portion of one replay, without events from before `oldest`. False: no replay can go on now. */
export function advanceReplay(call: ServiceCall, oldest: Date): Promise<boolean> {
  return inTransaction(call, async (call) => {
    const replay = await holdReplay(call)
    if (!replay) return false
    const { projectId, webhookId, after, lastTx } = replay
    const inside = inProject(call, await projectById(call, projectId))
    const query = { types: recordedTypes({}), since: oldest, limit: PORTION }
    const { events, next, isCut } = await eventsAfter(inside, after, query)
    const told = events.filter(({ tx }) => tx <= lastTx)
    await insertDeliveries(call, await selectMatches(call, told, webhookId), { isAgain: true })
    await moveReplay(inside, webhookId, isCut && next.tx <= lastTx ? { ...next, lastTx } : undefined)
    return true
  })
}
