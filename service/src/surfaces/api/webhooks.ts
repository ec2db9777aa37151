import type { FastifyRequest } from 'fastify'
import { type StaticDecode, Type } from 'typebox'
import type { ServerCall } from '../../domain/call/index.ts'
import { MOST_CATEGORIES } from '../../domain/categories/index.ts'
import { SHOWN_TYPES } from '../../domain/event-feed/index.ts'
import { limitReached } from '../../domain/labels/index.ts'
import { camelCased } from '../../domain/members.ts'
import { STATUS_CATEGORIES } from '../../domain/statuses/index.ts'
import {
  ALL_EVENTS,
  addWebhook,
  type CheckedUrl,
  changeWebhook,
  checkAddress,
  DISABLED_REASONS,
  FORMATS,
  FORMER_SECRET_SIGNS_HOURS,
  listWebhooks,
  MOST_VOTES_WAITED_FOR,
  MOST_WEBHOOKS,
  removeWebhook,
  rotateSecret,
  urlNotAllowed,
  WEBHOOK_STATES,
  WebhookDescription,
  WebhookUrl,
  webhookById,
  webhookJson,
} from '../../domain/webhooks/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { notFound, versionConflict } from '../../foundation/problems/index.ts'
import { WEBHOOK_ADDRESSES } from '../http/index.ts'
import type { Admission } from './admit.ts'
import type { ApiContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { tagVersion, versionsOf } from './if-match.ts'
import { NoBody } from './input.ts'
import { Nullable, OneOf, OneOfOrNull, optional, Shared, TimeOf } from './schema.ts'

export const WEBHOOK_TAGS = ['Webhooks']
export const WebhookParams = Type.Object({ id: Type.String({ description: 'The webhook’s id.' }) })

const events = Type.Array(OneOf([ALL_EVENTS, ...SHOWN_TYPES]), {
  minItems: 1,
  maxItems: SHOWN_TYPES.length + 1,
  description: 'The types of events that are sent; `*` for all, also those that later versions add.',
})
const FORMAT_IS =
  'What is sent. `standard`: the event, as Standard Webhooks says. `slack`, `discord`, `teams`: a message for people, as incoming webhooks of these chats take it.'
const format = OneOf(FORMATS, { description: FORMAT_IS })
const CONDITION_MEMBERS = {
  status_categories: Type.Array(OneOf(STATUS_CATEGORIES), {
    maxItems: STATUS_CATEGORIES.length,
    description: 'Only events about posts in a status of one of these categories. Empty: of any.',
  }),
  tag_ids: Type.Array(Type.String(), {
    maxItems: 50,
    description: 'Only events about posts that have one of these tags. Empty: any post.',
  }),
  category_ids: Type.Array(Type.String(), {
    maxItems: MOST_CATEGORIES,
    description:
      'Only events about posts in one of these categories. Empty: of any; a message for people then leaves out posts that not everyone sees.',
  }),
  reached_votes: Nullable(Type.Integer({ minimum: 1, maximum: MOST_VOTES_WAITED_FOR }), {
    description: 'Of votes, only the one with which a post reaches this number, once for each post. Null: every vote.',
  }),
}
const conditionsAre =
  'Which events about posts are sent. With `status_categories`, `tag_ids` or `category_ids`, events that are about no post are not sent.'

const Webhook = Shared(
  'Webhook',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('webhook'), description: 'The webhook’s id.' }),
      url: Type.String({ description: 'The address that is called.' }),
      events,
      format,
      description: Type.String({ description: 'What it is for.' }),
      conditions: Type.Object(CONDITION_MEMBERS, { description: conditionsAre }),
      state: OneOf(WEBHOOK_STATES, { description: 'While it is disabled, nothing is sent.' }),
      disabled_reason: OneOfOrNull(DISABLED_REASONS, {
        description:
          'Why it is disabled: somebody switched it off, its receiver answered 410 (`gone`), or nothing arrived for five days (`failing`).',
      }),
      disabled_at: Nullable(TimeOf(''), { description: 'Since when it is disabled.' }),
      failing_since: Nullable(TimeOf(''), {
        description: 'Since when no attempt succeeded; null while the last one did.',
      }),
      is_replaying: Type.Boolean({ description: 'Whether earlier events are being sent again.' }),
      created_at: TimeOf('When it was added.'),
      updated_at: TimeOf('When it was last changed.'),
      version: Type.Integer({ description: 'Counts the changes.' }),
    },
    { description: 'Where events are sent.' },
  ),
)

export const Secret = Type.String({
  description: 'Signs what is sent: `whsec_` and 32 bytes in base64. It is shown only now.',
})

/** What `checkUrl` has checked for a request. */
const checkedUrls = new WeakMap<FastifyRequest, CheckedUrl>()

/** The address of a request, if it has one. It asks DNS, so it runs before a transaction begins. */
async function checkUrl(
  admission: Admission,
  call: ServerCall<'webhooks:write'>,
  request: FastifyRequest,
  { webhooks: { egress } }: ApiContext,
): Promise<void> {
  if (request.validationError) return // the request is refused next
  const { url } = request.body as { url?: string } // as its schema says
  if (url === undefined) return
  await admission.limit(WEBHOOK_ADDRESSES, call.project.id)
  checkedUrls.set(request, await checkAddress(call, egress, url))
}

export const list = endpoint({
  access: 'webhooks:read',
  schema: {
    operationId: 'listWebhooks',
    summary: 'List the webhooks',
    description: `All of them, the oldest first. A project has at most ${MOST_WEBHOOKS}.`,
    tags: WEBHOOK_TAGS,
    response: {
      200: Type.Object(
        {
          data: Type.Array(Webhook, { description: 'The webhooks.' }),
          next_cursor: Type.Null({ description: 'Always null.' }),
        },
        { description: 'The webhooks.' },
      ),
    },
  },
  handler: async (call) => ({ data: (await listWebhooks(call)).map(webhookJson), next_cursor: null }),
})

export const get = endpoint({
  access: 'webhooks:read',
  schema: {
    operationId: 'getWebhook',
    summary: 'Read a webhook',
    tags: WEBHOOK_TAGS,
    params: WebhookParams,
    response: { 200: Webhook },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    const webhook = await webhookById(call, params.id)
    tagVersion(reply, webhook)
    return webhookJson(webhook)
  },
})

const ConditionsInput = Type.Object(optional(CONDITION_MEMBERS), {
  additionalProperties: false,
  description: conditionsAre,
})

export const create = endpoint({
  access: 'webhooks:write',
  schema: {
    operationId: 'createWebhook',
    summary: 'Add a webhook',
    description:
      'From now on, each event of these types is sent to the address by POST, signed with the secret of the answer. The address must be public; `url_not_allowed` says what is wrong with it.',
    tags: WEBHOOK_TAGS,
    body: Type.Object(
      {
        url: WebhookUrl,
        events,
        format: Type.Optional(OneOf(FORMATS, { description: `${FORMAT_IS} \`standard\` if absent.` })),
        description: Type.Optional(WebhookDescription),
        conditions: Type.Optional(ConditionsInput),
      },
      { additionalProperties: false },
    ),
    response: {
      201: Type.Object({ webhook: Webhook, secret: Secret }, { description: 'The webhook and its secret.' }),
    },
  },
  problems: [urlNotAllowed, limitReached, notFound],
  prepare: checkUrl,
  handler: async (call, request, reply) => {
    const { url: _, conditions, ...rest } = request.body
    const url = checkedUrls.get(request)
    if (url === undefined) throw new Error('The address is checked in `prepare`')
    const { webhook, secret } = await addWebhook(call, {
      ...rest,
      url,
      ...(conditions && { conditions: readConditions(conditions) }),
    })
    tagVersion(reply, webhook)
    reply.code(201).header('location', `/v1/webhooks/${webhook.id}`)
    return { webhook: webhookJson(webhook), secret }
  },
})

export const edit = endpoint({
  access: 'webhooks:write',
  schema: {
    operationId: 'editWebhook',
    summary: 'Change a webhook, or switch it on or off',
    description:
      'Deliveries that wait go to the new address. While it is disabled nothing is sent. What happened before waits until it is enabled again; what happens meanwhile is not sent by itself: ask for it with `POST /webhooks/{id}/replay`. With If-Match, the change is made only if that version is still current.',
    tags: WEBHOOK_TAGS,
    params: WebhookParams,
    body: Type.Object(
      {
        url: Type.Optional(WebhookUrl),
        events: Type.Optional(events),
        format: Type.Optional(format),
        description: Type.Optional(WebhookDescription),
        conditions: Type.Optional(ConditionsInput),
        state: Type.Optional(OneOf(WEBHOOK_STATES, { description: 'Whether events are sent.' })),
      },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: Webhook },
  },
  problems: [urlNotAllowed, notFound, versionConflict],
  prepare: checkUrl,
  handler: async (call, request, reply) => {
    const { url: _, conditions, ...rest } = request.body
    const url = checkedUrls.get(request)
    const webhook = await changeWebhook(
      call,
      request.params.id,
      {
        ...rest,
        ...(url !== undefined && { url }),
        ...(conditions && { conditions: readConditions(conditions) }),
      },
      versionsOf(request),
    )
    tagVersion(reply, webhook)
    return webhookJson(webhook)
  },
})

export const remove = endpoint({
  access: 'webhooks:write',
  schema: {
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'What still waits is not sent, and its deliveries cannot be read any more.',
    tags: WEBHOOK_TAGS,
    params: WebhookParams,
    response: { 204: Type.Null({ description: 'It is gone.' }) },
  },
  problems: [notFound],
  handler: async (call, { params }, reply) => {
    await removeWebhook(call, params.id)
    return reply.code(204).send()
  },
})

export const rotate = endpoint({
  access: 'webhooks:write',
  schema: {
    operationId: 'rotateWebhookSecret',
    summary: 'Make a new secret for a webhook',
    description: `For ${FORMER_SECRET_SIGNS_HOURS} hours, what is sent has two signatures, one by each secret: give the new one to your receiver within that time. A second rotation within the ${FORMER_SECRET_SIGNS_HOURS} hours ends the secret before.`,
    tags: WEBHOOK_TAGS,
    params: WebhookParams,
    body: NoBody,
    response: { 200: Type.Object({ secret: Secret }, { description: 'The new secret.' }) },
  },
  problems: [notFound],
  handler: async (call, { params }) => ({ secret: await rotateSecret(call, params.id) }),
})

function readConditions({ reached_votes: reachedVotes, ...rest }: StaticDecode<typeof ConditionsInput>) {
  return { ...camelCased(rest), ...(reachedVotes !== undefined && { reachedVotes: reachedVotes ?? undefined }) }
}
