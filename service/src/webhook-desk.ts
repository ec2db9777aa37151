import type { Permitted, ProjectCall } from './domain/call/index.ts'
import type { FeedEvent } from './domain/event-feed/index.ts'
import type { Post } from './domain/posts/index.ts'
import {
  type Attempt,
  attemptOf,
  consignmentOf,
  sendParcel,
  TEST_TYPE,
  testEventFor,
  type Webhook,
  type WebhookDesk,
} from './domain/webhooks/index.ts'
import type { Egress } from './foundation/egress/index.ts'
import type { Id } from './foundation/ids/index.ts'
import type { Log } from './foundation/log/index.ts'
import { toWebhookBody } from './surfaces/api/index.ts'
import { toChatBody, toChatTest } from './surfaces/messages/index.ts'

/** For the surfaces: how webhooks are called, and what they are sent. */
export function openWebhookDesk(egress: Egress, log: Log): WebhookDesk {
  return {
    egress,
    test: (call, webhookId) => sendTest(egress, call, webhookId),
    parcelOf: async (call, { webhookId, eventId }) => {
      const made = await consignmentOf(call, webhookId, [eventId], bodyMaker(call, log))
      const body = made?.bodies.get(eventId)
      if (made && body) return { ...made, id: eventId, body }
      return made?.unmade.includes(eventId) ? 'nothing_made' : 'event_gone'
    },
  }
}

/** Tries a webhook out, for somebody who waits for the result. */
export async function sendTest(egress: Egress, call: Permitted<'webhooks:write'>, webhookId: string): Promise<Attempt> {
  const { id, webhook, ...parts } = await testEventFor(call, webhookId)
  const parcel = { webhook, ...parts, id, body: testBody(call, webhook, id) }
  return attemptOf(call.now, await sendParcel(egress, parcel, call.now))
}

/** Makes what is sent about an event; undefined, and a line in the log, if nothing can be made of it. So one event stops no other. */
export function bodyMaker(call: ProjectCall, log: Log) {
  return (told: FeedEvent, webhook: Webhook, post: Post | undefined): Buffer | undefined => {
    try {
      return bodyOf(call, told, webhook, post)
    } catch (error) {
      log.error({ err: error, webhook: webhook.id, event: told.event.id }, 'nothing could be made of an event')
      return undefined
    }
  }
}

function bodyOf(call: ProjectCall, told: FeedEvent, { format }: Webhook, post: Post | undefined): Buffer {
  return format === 'standard' ? toWebhookBody(call, told) : toChatBody(call, format, told, post)
}

function testBody(call: ProjectCall, { id: webhookId, format }: Webhook, id: Id<'event'>): Buffer {
  if (format !== 'standard') return toChatTest(call, format)
  const about = { type: TEST_TYPE, timestamp: call.now.toISOString(), data: { webhook_id: webhookId } }
  return Buffer.from(JSON.stringify({ ...about, id, project_id: call.project.id }))
}
