import { type Id, isId } from '../../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../../foundation/paging/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../../call/index.ts'
import { beginningOf } from '../../event-feed/inside.ts'
import { endOfLog, recordEvent } from '../../events/inside.ts'
import { webhookDisabled } from '../problems.ts'
import { requireHeld, webhookById } from '../verbs.ts'
import type { Delivery } from './delivery.ts'
import {
  beginReplay,
  type DeliveryFilter,
  type DeliveryPlace,
  selectDeliveries,
  selectDelivery,
  sendAgain,
  sendFailedAgain,
} from './list-store.ts'

/** The newest first. */
export async function listDeliveries(
  call: Permitted<'webhooks:read'>,
  webhookId: string,
  filter: DeliveryFilter,
  page: PageRequest<DeliveryPlace>,
): Promise<Page<Delivery, DeliveryPlace>> {
  const { id } = await webhookById(call, webhookId)
  return selectDeliveries(call, id, filter, page)
}

export function deliveryById(call: Permitted<'webhooks:read'>, id: string): Promise<Delivery> {
  return requireDelivery(call, id)
}

/** It is sent again at once, with the whole schedule before it. While it is being sent, this attempt is the one that was asked for. */
export async function redeliver(call: Permitted<'webhooks:write'>, id: string): Promise<Delivery> {
  return inTransaction(call, async (call) => {
    const { id: known, webhookId } = await requireDelivery(call, id)
    await requireEnabled(call, webhookId)
    const delivery = await sendAgain(call, known)
    if (!delivery) throw new Problem(notFound)
    await recordEvent(call, { type: 'webhook.redelivered', subject: webhookId, data: { deliveries: 1 } })
    return delivery
  })
}

/** Sends again what failed in a span. Returns how many are sent again. */
export async function redeliverFailed(
  call: Permitted<'webhooks:write'>,
  webhookId: string,
  span: { readonly since: Date; readonly until: Date },
): Promise<number> {
  return inTransaction(call, async (call) => {
    const id = await requireEnabled(call, webhookId)
    const deliveries = await sendFailedAgain(call, id, span)
    if (deliveries > 0) await recordEvent(call, { type: 'webhook.redelivered', subject: id, data: { deliveries } })
    return deliveries
  })
}

/**
 * Sends everything again that happened after an event or since a moment, up to now. It begins at once and goes on by itself; a second one
 * replaces the first.
 */
export async function replayEvents(
  call: Permitted<'webhooks:write'>,
  webhookId: string,
  after: Id<'event'> | Date,
  oldest: Date,
): Promise<void> {
  await inTransaction(call, async (call) => {
    const id = await requireEnabled(call, webhookId)
    const from = after instanceof Date && after > oldest ? after : oldest
    await beginReplay(call, id, await beginningOf(call, after, from), await endOfLog(call))
    await recordEvent(call, { type: 'webhook.replayed', subject: id })
  })
}

async function requireEnabled(call: Permitted<'webhooks:write'>, id: string): Promise<Id<'webhook'>> {
  const webhook = await requireHeld(call, id)
  if (webhook.state === 'disabled') throw new Problem(webhookDisabled)
  return webhook.id
}

async function requireDelivery(call: ProjectCall, id: string): Promise<Delivery> {
  const delivery = isId('delivery', id) ? await selectDelivery(call, id) : undefined
  if (!delivery) throw new Problem(notFound)
  return delivery
}
