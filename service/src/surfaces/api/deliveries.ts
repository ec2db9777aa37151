import { Type } from 'typebox'
import { oldestEvent, SHOWN_TYPES } from '../../domain/event-feed/index.ts'
import {
  attemptJson,
  DELIVERIES_KEPT_DAYS,
  DELIVERY_STATES,
  type Delivery as DomainDelivery,
  deliveryById,
  listDeliveries,
  MOST_SENT_AGAIN,
  redeliver,
  redeliverFailed,
  replayEvents,
  webhookDisabled,
} from '../../domain/webhooks/index.ts'
import { FAILURES } from '../../foundation/egress/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { WEBHOOK_TESTS } from '../http/index.ts'
import { endpoint } from './endpoint.ts'
import { EventOrTime } from './events.ts'
import { NoBody } from './input.ts'
import { answerPage, PAGE_QUERY, Paged } from './paging.ts'
import { Instant, Nullable, OneOf, OneOfOrNull, Shared, TimeOf } from './schema.ts'
import { WEBHOOK_TAGS, WebhookParams } from './webhooks.ts'

const DeliveryParams = Type.Object({ id: Type.String({ description: 'The delivery’s id.' }) })

const Attempt = Shared(
  'DeliveryAttempt',
  Type.Object(
    {
      at: TimeOf('When it began.'),
      status: Nullable(Type.Integer(), { description: 'The status of the answer; null if there was none.' }),
      duration_ms: Type.Integer({ description: 'How long it took.' }),
      error: OneOfOrNull(FAILURES, {
        description:
          'Why there was no answer: the address is `not_allowed`, DNS (`name_not_found`, `dns_failed`), the connection (`refused`, `unreachable`, `closed`), `tls`, a `timeout` after 15 seconds, or something that is not HTTP (`bad_answer`). Null if there was one.',
      }),
      response_excerpt: Type.String({
        description: 'The first bytes of the answer, as a text; not kept if it repeats what was sent.',
      }),
    },
    { description: 'One request to the receiver.' },
  ),
)

const Delivery = Shared(
  'Delivery',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('delivery'), description: 'The delivery’s id.' }),
      webhook_id: Type.String({ pattern: idPattern('webhook'), description: 'Where it is sent.' }),
      event_id: Type.String({
        pattern: idPattern('event'),
        description: 'The event; the header `webhook-id` of every attempt.',
      }),
      event_type: OneOf(SHOWN_TYPES, { description: 'What happened.' }),
      state: OneOf(DELIVERY_STATES, {
        description:
          '`waiting` until an attempt succeeds, `delivered` after a 2xx, `failed` after the last attempt of the schedule.',
      }),
      attempts: Type.Array(Attempt, { description: 'The last 30, the oldest first.' }),
      next_attempt_at: Nullable(TimeOf(''), { description: 'When it is tried next; null unless it waits.' }),
      created_at: TimeOf('When it began to wait for the first time.'),
    },
    { description: 'An event for a webhook.' },
  ),
)

function toDeliveryJson(delivery: DomainDelivery) {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    state: delivery.state,
    attempts: delivery.attempts.map(attemptJson),
    next_attempt_at: delivery.state === 'waiting' ? delivery.dueAt.toISOString() : null,
    created_at: delivery.createdAt.toISOString(),
  }
}

export const test = endpoint({
  access: 'webhooks:write',
  schema: {
    operationId: 'testWebhook',
    summary: 'Send a test event to a webhook',
    description:
      'Sends an event of the type `webhook.test` now, also to a webhook that is disabled, and answers with what became of it. It is not kept and not repeated. Each request sends again, even with an `Idempotency-Key` that was used before.',
    tags: WEBHOOK_TAGS,
    params: WebhookParams,
    body: NoBody,
    response: { 200: Attempt },
  },
  problems: [notFound],
  isNeverKept: true,
  limit: (admission, { project }) => admission.limit(WEBHOOK_TESTS, project.id),
  handler: async (call, { params }, _, { webhooks }) => attemptJson(await webhooks.test(call, params.id)),
})

export const listOfWebhook = endpoint({
  access: 'webhooks:read',
  schema: {
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a webhook',
    description: `The newest first, each with its attempts. They are kept for ${DELIVERIES_KEPT_DAYS} days.`,
    tags: WEBHOOK_TAGS,
    params: WebhookParams,
    querystring: Type.Object(
      {
        state: Type.Optional(OneOf(DELIVERY_STATES, { description: 'Only those in this state.' })),
        type: Type.Optional(OneOf(SHOWN_TYPES, { description: 'Only events of this type.' })),
        ...PAGE_QUERY,
      },
      { additionalProperties: false },
    ),
    response: { 200: Paged(Delivery, 'Deliveries.') },
  },
  problems: [notFound, cursorInvalid],
  handler: async (call, request, _, context) => {
    const { state, type } = request.query
    return answerPage(
      context,
      call,
      request,
      (page) => listDeliveries(call, request.params.id, { state, type }, page),
      toDeliveryJson,
    )
  },
})

export const get = endpoint({
  access: 'webhooks:read',
  schema: {
    operationId: 'getDelivery',
    summary: 'Read a delivery',
    tags: WEBHOOK_TAGS,
    params: DeliveryParams,
    response: { 200: Delivery },
  },
  problems: [notFound],
  handler: async (call, { params }) => toDeliveryJson(await deliveryById(call, params.id)),
})

export const again = endpoint({
  access: 'webhooks:write',
  schema: {
    operationId: 'redeliver',
    summary: 'Send a delivery again',
    description:
      'At once, and then by the whole schedule. Its receiver gets the same `webhook-id`. One that is being sent at this moment is not sent a second time.',
    tags: WEBHOOK_TAGS,
    params: DeliveryParams,
    body: NoBody,
    response: { 200: Delivery },
  },
  problems: [notFound, webhookDisabled],
  handler: async (call, { params }) => toDeliveryJson(await redeliver(call, params.id)),
})

export const failedAgain = endpoint({
  access: 'webhooks:write',
  schema: {
    operationId: 'redeliverFailed',
    summary: 'Send all failed deliveries of a span again',
    description: `Those that began to wait in this span and have failed. A request takes at most ${MOST_SENT_AGAIN}, the oldest first; repeat it while \`redelivered\` is that many.`,
    tags: WEBHOOK_TAGS,
    params: WebhookParams,
    body: Type.Object(
      {
        since: Instant({ description: 'The beginning of the span.' }),
        until: Type.Optional(Instant({ description: 'The end of the span; now if absent.' })),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        { redelivered: Type.Integer({ description: 'How many are sent again.' }) },
        { description: 'How many.' },
      ),
    },
  },
  problems: [notFound, webhookDisabled],
  handler: async (call, { params, body: { since, until = call.now } }) => ({
    redelivered: await redeliverFailed(call, params.id, { since, until }),
  }),
})

export const replay = endpoint({
  access: 'webhooks:write',
  schema: {
    operationId: 'replayWebhook',
    summary: 'Send events again from a point on',
    description:
      'Everything that happened after an event or since a time is sent again, by the types and conditions of the webhook: also what it had already, and what happened before it was added or while it was disabled. It goes on by itself, about as fast as the receiver takes it; `is_replaying` of the webhook says whether it is at its end. A second replay replaces the first. Of votes, a webhook with `reached_votes` gets none.',
    tags: WEBHOOK_TAGS,
    params: WebhookParams,
    body: Type.Object(
      { after: EventOrTime('Begin after the event with this id, or at this time.') },
      { additionalProperties: false },
    ),
    response: { 204: Type.Null({ description: 'It begins.' }) },
  },
  problems: [notFound, webhookDisabled],
  handler: async (call, { params, body }, reply, context) => {
    await replayEvents(call, params.id, body.after, oldestEvent(call.now, context.eventsKeptDays))
    return reply.code(204).send()
  },
})
