import { type systemCall, systemCallIn } from './domain/call/index.ts'
import { projectById } from './domain/projects/index.ts'
import {
  type Consignment,
  consignmentOf,
  type DueDelivery,
  type DueWebhook,
  dueDeliveries,
  endLease,
  isDelivered,
  type Lease,
  renewLease,
  sendParcel,
  type Tried,
  takeWebhook,
} from './domain/webhooks/index.ts'
import type { Egress } from './foundation/egress/index.ts'
import type { Log } from './foundation/log/index.ts'
import { bodyMaker } from './webhook-desk.ts'

/** How many requests of a webhook are under way at once. */
const AT_ONCE = 10
/** How many answers of each of these may be unwritten. Only they, and what is under way, are sent twice when the database fails. */
const MOST_UNWRITTEN = 2
/** How many deliveries of a webhook are read at a time: first a few, then as many as have bodies of this size together. */
const FIRST_PORTION = 20
const MOST_IN_PORTION = 500
const PORTION_BYTES = 500_000
/**
 * A portion is sent for so long; the rest of it is left to the next lane, which reads it again. So a webhook that was deleted, changed or switched
 * off, and a person who was erased, are soon respected. With a request that hangs, it is still much shorter than a lease.
 */
const PORTION_SENT_MS = 5_000
/** Then a webhook gives its lane to others, however much waits for it. */
const LANE_LASTS_MS = 10_000
/** How many are tried at a receiver that failed last. */
const TRIAL = 4

/** What all lanes of a process share. */
export interface LaneOptions {
  readonly call: () => ReturnType<typeof systemCall>
  readonly now: () => Date
  readonly egress: Egress
  readonly log: Log
  /** Writes what became of a delivery. */
  readonly settle: (tried: Tried) => Promise<void>
  /** Counts requests of all lanes that are under way. */
  readonly underWay: { count: number }
  /** Lets only a few lanes read at once. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Aborted: nothing more is sent. */
  readonly stopping: AbortSignal
}

/** Deliveries that are due, with what they send. */
interface Portion {
  readonly consignment: Consignment
  readonly deliveries: readonly DueDelivery[]
}

/**
 * Sends what is due for one webhook, in portions, until nothing is left, something fails or its time is over. The webhook belongs to this lane
 * meanwhile, so the deliveries themselves need no mark. If another process has the webhook, or takes it after a lease was over, the lane ends.
 */
export async function runLane(options: LaneOptions, due: DueWebhook): Promise<void> {
  const { call, inTurn, stopping } = options
  const lasts = performance.now() + LANE_LASTS_MS
  let lease: Lease | undefined = await inTurn(() => takeWebhook(call(), due))
  try {
    let portion = lease && (await inTurn(() => readPortion(options, due, due.isFailing ? TRIAL : FIRST_PORTION)))
    while (lease && portion) {
      const sending = sendPortion(options, due, portion)
      const goesOn = !due.isFailing && performance.now() < lasts
      const reading = goesOn ? readAfter(options, due, portion) : undefined // meanwhile
      await Promise.allSettled([sending, reading]) // also if one fails: the other still needs the lease
      const next = (await sending) && !stopping.aborted ? await reading : undefined
      if (next) lease = await renewLease(call(), lease)
      portion = next
    }
  } finally {
    if (lease) await endLease(call(), lease)
  }
}

/** The portion after this one, which is still being sent; as large as its bodies allow. */
function readAfter(options: LaneOptions, due: DueWebhook, portion: Portion): Promise<Portion | undefined> {
  const { bodies } = portion.consignment
  const bytes = [...bodies.values()].reduce((sum, body) => sum + body.length, 0)
  const average = Math.max(1, bytes / Math.max(1, bodies.size))
  const most = Math.max(AT_ONCE, Math.min(MOST_IN_PORTION, Math.floor(PORTION_BYTES / average)))
  return options.inTurn(() => readPortion(options, due, most, portion))
}

/** Undefined: nothing is due, or the webhook is disabled or gone. */
async function readPortion(
  { call, log }: LaneOptions,
  due: DueWebhook,
  most: number,
  current?: Portion,
): Promise<Portion | undefined> {
  const deliveries = await dueDeliveries(call(), due, { after: current?.deliveries.at(-1), most })
  if (deliveries.length === 0) return undefined
  const inside = systemCallIn(call(), await projectById(call(), due.projectId))
  const eventIds = deliveries.map(({ eventId }) => eventId)
  const consignment = await consignmentOf(inside, due.webhookId, eventIds, bodyMaker(inside, log))
  return consignment?.webhook.state === 'enabled' ? { consignment, deliveries } : undefined
}

/** Sends a portion, several at once; after a failure, or when it takes too long, no more of it. False: something failed, or is left. */
async function sendPortion(
  options: LaneOptions,
  due: DueWebhook,
  { consignment, deliveries }: Portion,
): Promise<boolean> {
  const { settle, stopping } = options
  const until = performance.now() + PORTION_SENT_MS
  let isWell = true
  let isWhole = true
  let failure: Error | undefined
  const write = (tried: Tried) =>
    settle(tried).catch((error: unknown) => {
      failure ??= asError(error)
    })
  const queue = deliveries.values()
  const work = async () => {
    const writing: Promise<void>[] = [] // the next one is sent meanwhile
    for (const delivery of queue) {
      if (stopping.aborted || !isWell || failure || performance.now() > until) {
        isWhole = false
        break
      }
      const tried = await send(options, consignment, delivery)
      writing.push(write({ ...tried, isAfterFailure: due.isFailing || !isWell }))
      if (tried.outcome && !isDelivered(tried.outcome)) isWell = false
      if (writing.length > MOST_UNWRITTEN) await writing.shift()
    }
    await Promise.all(writing)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (failure) throw failure
  return isWell && isWhole
}

async function send(
  { now, egress, underWay }: LaneOptions,
  { bodies, ...consignment }: Consignment,
  delivery: DueDelivery,
): Promise<Omit<Tried, 'isAfterFailure'>> {
  const body = bodies.get(delivery.eventId)
  const at = now()
  if (!body) return { delivery, at, outcome: undefined }
  underWay.count += 1
  try {
    return { delivery, at, outcome: await sendParcel(egress, { ...consignment, id: delivery.eventId, body }, at) }
  } finally {
    underWay.count -= 1
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
