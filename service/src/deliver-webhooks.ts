import { type Places, systemCall } from './domain/call/index.ts'
import { oldestEvent } from './domain/event-feed/index.ts'
import type { EventFailure } from './domain/events/index.ts'
import {
  advanceReplay,
  type DueWebhook,
  dueWebhooks,
  isDelivered,
  openWebhookQueue,
  queueEvents,
  settleDeliveries,
  type Tried,
} from './domain/webhooks/index.ts'
import type { Egress } from './foundation/egress/index.ts'
import type { Id } from './foundation/ids/index.ts'
import { FEW, gather, type LoopOptions, limitTo, startLoop } from './foundation/jobs/index.ts'
import { limitRepeats } from './foundation/log/index.ts'
import type { Database } from './foundation/storage/index.ts'
import { type LaneOptions, runLane } from './webhook-lane.ts'

/** How many webhooks are served at once. Those that failed last get no more than half of them, so they hold up nobody else. */
const MOST_LANES = 200
const MOST_FAILING_LANES = MOST_LANES / 2
/** How many portions are read at once. Requests of people use the same connections. */
const READ_AT_ONCE = 3
/** So many results are written together, or fewer after a moment. A lane has up to thirty that are not written; while half of them are written, it goes on. */
const SETTLED_TOGETHER = 15
const SETTLED_WITHIN_MS = 5
/** A lane may end at any moment, and more may be due for its webhook. */
const LOOK_EVERY_MS = 100
/** The next attempt of a delivery is due by the clock. */
const REST_MS = 500

export interface DelivererOptions extends LoopOptions {
  readonly database: Database
  readonly places: Places & { readonly eventsKeptDays: number }
  readonly egress: Egress
  /** Instead of the database's clock; for tests of the rules about time. */
  readonly now?: () => Date
  /** Hears of each attempt whether the receiver took it. */
  readonly count?: (result: 'delivered' | 'failed') => void
}

export interface Deliverer {
  /** Sends nothing more and lets requests under way finish. */
  stop(): Promise<void>
}

/**
 * Sends events to webhooks until it is stopped. Any number of processes may do it: each webhook is taken by one of them, for a while. A delivery
 * is settled right after the receiver answered, so after `kill -9` only those repeat that were just being sent.
 *
 * Each webhook with something due gets a lane of its own. A receiver that hangs holds up its lane and no other.
 */
export function deliverWebhooks({
  database,
  places,
  egress,
  now = database.clock.now,
  count = () => {},
  ...looping
}: DelivererOptions): Deliverer {
  const { log } = looping
  const call = () => systemCall(database, places, now())
  const repeated = limitRepeats(log)
  const lanes = new Map<Id<'webhook'>, { readonly isFailing: boolean; readonly ended: Promise<void> }>()
  const stopping = new AbortController()
  let isOpen = false

  const report = ({ projectId, eventId, error }: EventFailure) =>
    log.error({ project: projectId, event: eventId, err: error }, 'an event is left out: no webhook is told of it')

  const underWay = { count: 0 }
  const settle = gather<Tried>(
    async (tried) => {
      for (const { outcome } of tried) if (outcome) count(isDelivered(outcome) ? 'delivered' : 'failed')
      const write = () => settleDeliveries(call(), tried)
      // Once more: a short fault of the database does not send everything twice.
      for (const disabled of await write().catch(write)) log.info({ ...disabled }, 'a webhook was disabled')
    },
    { enough: SETTLED_TOGETHER, withinMs: SETTLED_WITHIN_MS, areMoreExpected: () => underWay.count > 0 },
  )

  const inTurn = limitTo(READ_AT_ONCE)
  const options: LaneOptions = { call, now, egress, log, settle, underWay, inTurn, stopping: stopping.signal }
  async function runOne(due: DueWebhook): Promise<void> {
    try {
      await runLane(options, due)
    } catch (error) {
      repeated.error({ err: error }, 'deliveries of a webhook were not sent; they are tried again')
    } finally {
      lanes.delete(due.webhookId)
    }
  }

  async function queueNext(): Promise<boolean> {
    if (!isOpen) await openWebhookQueue(call())
    isOpen = true
    const queued = await queueEvents(call(), report)
    if (queued > 0) delivering.wake()
    return queued >= FEW
  }

  async function openLanes(): Promise<boolean> {
    const most = MOST_LANES - lanes.size
    if (most === 0) return false
    let failing = [...lanes.values()].filter(({ isFailing }) => isFailing).length
    for (const due of await dueWebhooks(call(), { busy: [...lanes.keys()], most })) {
      if (due.isFailing && failing >= MOST_FAILING_LANES) break // those come last
      if (due.isFailing) failing += 1
      lanes.set(due.webhookId, { isFailing: due.isFailing, ended: runOne(due) })
    }
    return false // the lanes run beside it
  }

  // Each by itself: if one of them fails, the others go on.
  const delivering = startLoop(
    { name: 'deliver-webhooks', run: openLanes, pauseMs: LOOK_EVERY_MS, restMs: REST_MS },
    looping,
  )
  const replay = () => advanceReplay(call(), oldestEvent(now(), places.eventsKeptDays))
  const loops = [
    delivering,
    startLoop({ name: 'replay-webhooks', run: replay }, looping),
    startLoop({ name: 'queue-webhooks', run: queueNext }, looping),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
      await Promise.all([...lanes.values()].map(({ ended }) => ended))
    },
  }
}
