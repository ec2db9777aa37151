import { type Places, systemCall, systemCallIn } from './domain/call/index.ts'
import { oldestEvent } from './domain/event-feed/index.ts'
import type { EventFailure } from './domain/events/index.ts'
import { projectById } from './domain/projects/index.ts'
import {
  advanceReplay,
  type Consignment,
  consignmentOf,
  type Delivery,
  type DueWebhook,
  dueWebhooks,
  isDelivered,
  openWebhookQueue,
  queueEvents,
  releaseDeliveries,
  sendParcel,
  settleDeliveries,
  type Tried,
  takeDeliveries,
} from './domain/webhooks/index.ts'
import type { Egress } from './foundation/egress/index.ts'
import type { Id } from './foundation/ids/index.ts'
import { FEW, gather, limitTo, startLoop } from './foundation/jobs/index.ts'
import { type Log, limitRepeats } from './foundation/log/index.ts'
import type { Database } from './foundation/storage/index.ts'
import { bodyMaker } from './webhook-desk.ts'

/** How many webhooks are served at once. Those that failed last get no more than half of them, so they hold up nobody else. */
const MOST_LANES = 200
const MOST_FAILING_LANES = MOST_LANES / 2
/** How many requests of a webhook are under way at once. */
const AT_ONCE = 10
/** How many answers of each of these may be unwritten. Only they, and what is under way, are sent twice when the database fails. */
const MOST_UNWRITTEN = 2
/** How many deliveries of a webhook are taken at a time: first a few, then as many as have bodies of this size together. */
const FIRST_PORTION = 20
const MOST_IN_PORTION = 500
const PORTION_BYTES = 500_000
/**
 * A portion is sent for so long; the rest of it is taken again. So a webhook that was deleted, changed or switched off, and a person who was erased,
 * are soon respected. Much shorter than the lease of a portion.
 */
const PORTION_SENT_MS = 5_000
/** Then a webhook gives its lane to others, however much waits for it. */
const LANE_LASTS_MS = 10_000
/** How many portions are read at once. Requests of people use the same connections. */
const READ_AT_ONCE = 3
/** How many are tried at a receiver that failed last. */
const TRIAL = 4

export interface DelivererOptions {
  readonly database: Database
  readonly places: Places & { readonly eventsKeptDays: number }
  readonly egress: Egress
  readonly log: Log
  /** Instead of the database's clock; for tests of the rules about time. */
  readonly now?: () => Date
}

/** Deliveries that were taken, with what they send. */
interface Prepared {
  readonly consignment: Consignment
  readonly taken: Delivery[]
}

export interface Deliverer {
  /** Sends nothing more and lets requests under way finish. */
  stop(): Promise<void>
}

/**
 * Sends events to webhooks until it is stopped. Any number of processes may do it: each delivery is taken by one of them, for a while. It is
 * settled right after the receiver answered, so after `kill -9` only those repeat that were just being sent.
 *
 * Each webhook with something due gets a lane of its own. A receiver that hangs holds up its lane and no other.
 */
export function deliverWebhooks(options: DelivererOptions): Deliverer {
  const { database, places, egress, log, now = database.clock.now } = options
  const call = () => systemCall(database, places, now())
  const repeated = limitRepeats(log)
  const inTurn = limitTo(READ_AT_ONCE)
  const lanes = new Map<Id<'webhook'>, { readonly isFailing: boolean; readonly ended: Promise<void> }>()
  let isOpen = false
  let isStopped = false

  const report = ({ projectId, eventId, error }: EventFailure) =>
    log.error({ project: projectId, event: eventId, err: error }, 'an event is left out: no webhook is told of it')

  const settle = gather<Tried>(async (tried) => {
    const write = () => settleDeliveries(call(), tried)
    // Once more: a short fault of the database does not send everything twice.
    for (const disabled of await write().catch(write)) log.info({ ...disabled }, 'a webhook was disabled')
  })

  async function send({ bodies, ...consignment }: Consignment, delivery: Delivery): Promise<Tried> {
    const body = bodies.get(delivery.eventId)
    const at = now()
    const outcome = body && (await sendParcel(egress, { ...consignment, id: delivery.eventId, body }, at))
    return { delivery, at, outcome }
  }

  /** Undefined: nothing is due, or the webhook is disabled or gone. */
  async function prepare(due: DueWebhook, most: number): Promise<Prepared | undefined> {
    const taken = await takeDeliveries(call(), due, most)
    if (taken.length === 0) return undefined
    const inside = systemCallIn(call(), await projectById(call(), due.projectId))
    const eventIds = taken.map(({ eventId }) => eventId)
    const consignment = await consignmentOf(inside, due.webhookId, eventIds, bodyMaker(inside, log))
    if (consignment?.webhook.state === 'enabled') return { consignment, taken }
    await releaseDeliveries(call(), taken)
    return undefined
  }

  /** Sends a portion, several at once; after a failure, or when it takes too long, no more of it. False: something failed. */
  async function sendPortion({ consignment, taken }: Prepared): Promise<boolean> {
    const until = performance.now() + PORTION_SENT_MS
    let isWell = true
    let failure: Error | undefined
    const write = (tried: Tried) =>
      settle(tried).catch((error: unknown) => {
        failure ??= asError(error)
      })
    const work = async () => {
      const writing: Promise<void>[] = [] // the next one is sent meanwhile
      for (let next = taken.shift(); next; next = taken.shift()) {
        if (isStopped || !isWell || failure || performance.now() > until) {
          taken.push(next)
          break
        }
        const tried = await send(consignment, next)
        if (tried.outcome && !isDelivered(tried.outcome)) isWell = false
        writing.push(write(tried))
        if (writing.length > MOST_UNWRITTEN) await writing.shift()
      }
      await Promise.all(writing)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (failure) throw failure
    return isWell
  }

  /** While a portion is sent, the next one is prepared. Ends at the first failure. */
  async function sendPortions(due: DueWebhook): Promise<void> {
    const until = performance.now() + LANE_LASTS_MS
    let portion = await inTurn(() => prepare(due, due.isFailing ? TRIAL : FIRST_PORTION))
    while (portion) {
      const most = portionAfter(portion)
      const goesOnAfter = !due.isFailing && performance.now() < until
      const preparing = goesOnAfter ? inTurn(() => prepare(due, most)) : undefined
      const [sent, prepared] = await Promise.allSettled([sendPortion(portion), preparing])
      const next = prepared.status === 'fulfilled' ? prepared.value : undefined
      const goesOn = sent.status === 'fulfilled' && sent.value && !isStopped
      const left = goesOn ? portion.taken : [...portion.taken, ...(next?.taken ?? [])]
      if (left.length > 0) await releaseDeliveries(call(), left)
      for (const part of [sent, prepared]) if (part.status === 'rejected') throw part.reason
      portion = goesOn ? next : undefined
    }
  }

  async function runLane(due: DueWebhook): Promise<void> {
    try {
      await sendPortions(due)
    } catch (error) {
      repeated.error({ err: error }, 'deliveries of a webhook were not sent; they are tried again')
    } finally {
      lanes.delete(due.webhookId)
    }
  }

  async function queueNext(): Promise<boolean> {
    if (!isOpen) await openWebhookQueue(call())
    isOpen = true
    return (await queueEvents(call(), report)) >= FEW
  }

  async function openLanes(): Promise<boolean> {
    const most = MOST_LANES - lanes.size
    if (most === 0) return false
    let failing = [...lanes.values()].filter(({ isFailing }) => isFailing).length
    for (const due of await dueWebhooks(call(), { busy: [...lanes.keys()], most })) {
      if (due.isFailing && failing >= MOST_FAILING_LANES) break // those come last
      if (due.isFailing) failing += 1
      lanes.set(due.webhookId, { isFailing: due.isFailing, ended: runLane(due) })
    }
    return false // the lanes run beside it
  }

  // Each by itself: if one of them fails, the others go on.
  const loops = [
    { name: 'queue-webhooks', run: queueNext },
    { name: 'replay-webhooks', run: () => advanceReplay(call(), oldestEvent(now(), places.eventsKeptDays)) },
    { name: 'deliver-webhooks', run: openLanes },
  ].map((loop) => startLoop(loop, log))
  return {
    stop: async () => {
      isStopped = true
      await Promise.all(loops.map((loop) => loop.stop()))
      await Promise.all([...lanes.values()].map(({ ended }) => ended))
    },
  }
}

/** How many to take after a portion, so that their bodies do not need much memory. */
function portionAfter({ consignment: { bodies } }: Prepared): number {
  const bytes = [...bodies.values()].reduce((sum, body) => sum + body.length, 0)
  const average = Math.max(1, bytes / Math.max(1, bodies.size))
  return Math.max(AT_ONCE, Math.min(MOST_IN_PORTION, Math.floor(PORTION_BYTES / average)))
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
