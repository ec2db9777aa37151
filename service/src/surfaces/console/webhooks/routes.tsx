import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { listCategories } from '../../../domain/categories/index.ts'
import { oldestEvent, SHOWN_TYPES } from '../../../domain/event-feed/index.ts'
import { isConfirmed } from '../../../domain/operators/index.ts'
import { MOST_TAGS, pageTags, type Tag } from '../../../domain/tags/index.ts'
import {
  addWebhook,
  type CheckedUrl,
  changeWebhook,
  checkAddress,
  DELIVERY_STATES,
  deliveryById,
  isWell,
  listDeliveries,
  listWebhooks,
  redeliver,
  redeliverFailed,
  removeWebhook,
  replayEvents,
  rotateSecret,
  WEBHOOK_STATES,
  webhookById,
} from '../../../domain/webhooks/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { WEBHOOK_ADDRESSES, WEBHOOK_TESTS } from '../../http/index.ts'
import { makeOnce, membersOf, queryOf, readPage, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { formErrorsOf } from '../shared/form-errors.ts'
import { readUtcTime } from '../shared/form-values.ts'
import { type ConsoleRoutes, goTo, idOf } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { DeliveryPage } from './delivery-page.tsx'
import { readWebhookForm, type TypedWebhook } from './form.tsx'
import { WebhooksPage } from './page.tsx'
import { WebhookPage } from './webhook-page.tsx'

type Caller = OperatorCall<'webhooks:read' | 'webhooks:write' | 'events:read'>

const MANAGE = { needs: ['webhooks:read', 'webhooks:write', 'events:read'] } as const
const CHANGE = { ...MANAGE, isSensitive: true } as const
const A_PAGE = 40

/** Where events are sent, and what became of each. */
export function webhookRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  listRoutes(routes, context)
  changeRoutes(routes, context)
  deliveryRoutes(routes, context)
  sendingRoutes(routes, context)
}

/** All webhooks, and a new one. */
function listRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const showAll = async (call: Caller, view: ProjectView, typed?: TypedWebhook) => (
    <WebhooksPage
      view={view}
      webhooks={await listWebhooks(call)}
      tags={await tagsOf(call)}
      categories={await listCategories(call)}
      isConfirmed={isConfirmed(call)}
      {...(typed && { typed })}
    />
  )
  const showOne = webhookPageOf(context)
  routes.page('/webhooks', MANAGE, (call, view) => showAll(call, view))
  routes.form('/webhooks/add', CHANGE, async (call, request, reply) => {
    const typed = readWebhookForm(request)
    const view = await projectView(context, call, request)
    try {
      const url = await checkUrl(context, call, typed.url)
      const made = await makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) =>
        JSON.stringify(await addWebhook(call, { ...typed, url })),
      )
      const { webhook, secret } = JSON.parse(made) as { webhook: { id: string }; secret: string } // what was written above
      return showOne(call, view, request, { id: webhook.id, secret })
    } catch (error) {
      const { status, text, fields } = formErrorsOf(view.words, error)
      reply.code(status)
      return showAll(call, withFault(view, fields.events ?? text), { ...typed, faults: fields })
    }
  })
}

/** One webhook, and its changes. */
function changeRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const showOne = webhookPageOf(context)
  routes.page('/webhooks/:id', MANAGE, (call, view, request) => showOne(call, view, request))
  routes.form('/webhooks/:id/update', CHANGE, async (call, request, reply) => {
    const typed = readWebhookForm(request)
    try {
      const url = await checkUrl(context, call, typed.url)
      await changeWebhook(call, idOf(request), { ...typed, url }, undefined)
      return goTo(reply, pageOf(call, request), 'saved')
    } catch (error) {
      const view = await projectView(context, call, request)
      const { status, text, fields } = formErrorsOf(view.words, error)
      reply.code(status)
      return showOne(call, withFault(view, fields.events ?? text), request, { typed: { ...typed, faults: fields } })
    }
  })
  routes.form('/webhooks/:id/switch', MANAGE, async (call, request, reply) => {
    const state = WEBHOOK_STATES.find((one) => one === membersOf(request).state)
    if (state) await changeWebhook(call, idOf(request), { state }, undefined)
    return goTo(reply, pageOf(call, request), 'saved')
  })
  routes.form('/webhooks/:id/rotate', { ...CHANGE, asks: true }, async (call, request) => {
    const view = await projectView(context, call, request)
    const secret = await makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, (call) =>
      rotateSecret(call, idOf(request)),
    )
    return showOne(call, view, request, { secret })
  })
  routes.form('/webhooks/:id/delete', { ...CHANGE, asks: true }, async (call, request, reply) => {
    await removeWebhook(call, idOf(request))
    return goTo(reply, `/console/${call.project.slug}/webhooks`, 'webhook_deleted')
  })
}

/** One delivery, and a test that is sent at once. */
function deliveryRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const showOne = webhookPageOf(context)
  routes.page('/webhooks/:id/deliveries/:delivery', MANAGE, async (call, view, request) => {
    const webhook = await webhookById(call, idOf(request))
    const delivery = await deliveryById(call, (request.params as { delivery: string }).delivery) // as the route says
    if (delivery.webhookId !== webhook.id) throw new Problem(notFound)
    const parcel = await context.webhooks.parcelOf(call, delivery)
    return <DeliveryPage view={view} webhook={webhook} delivery={delivery} parcel={parcel} />
  })
  routes.form('/webhooks/:id/test', MANAGE, async (call, request) => {
    const view = await projectView(context, call, request)
    await context.limits.take(WEBHOOK_TESTS, call.project.id)
    const { status, error, durationMs } = await context.webhooks.test(call, idOf(request))
    const text =
      status === undefined
        ? view.words.say('webhooks_test_failed', { sentence: error ? view.words.say(`webhooks_failure_${error}`) : '' })
        : view.words.say('webhooks_test_result', { status, ms: durationMs })
    return showOne(call, isWell(status) ? { ...view, notice: { kind: 'done', text } } : withFault(view, text), request)
  })
}

/** What is sent again. */
function sendingRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.form('/webhooks/:id/redeliver', MANAGE, (call, request, reply) =>
    sendAndReturn(context, call, request, reply, async () => {
      await redeliver(call, textIn(membersOf(request).delivery))
    }),
  )
  routes.form('/webhooks/:id/redeliver-failed', MANAGE, (call, request, reply) =>
    sendAndReturn(context, call, request, reply, async () => {
      await redeliverFailed(call, idOf(request), { since: readUtcTime(membersOf(request), 'since'), until: call.now })
    }),
  )
  routes.form('/webhooks/:id/replay', MANAGE, (call, request, reply) =>
    sendAndReturn(context, call, request, reply, () =>
      replayEvents(
        call,
        idOf(request),
        readUtcTime(membersOf(request), 'after'),
        oldestEvent(call.now, context.eventsKeptDays),
      ),
    ),
  )
}

async function checkUrl({ limits, webhooks }: ConsoleContext, call: Caller, url: string): Promise<CheckedUrl> {
  await limits.take(WEBHOOK_ADDRESSES, call.project.id)
  return checkAddress(call, webhooks.egress, url)
}

/** Back to the page of the webhook, with what was wrong if something was. */
async function sendAndReturn(
  context: ConsoleContext,
  call: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  send: () => Promise<void>,
) {
  try {
    await send()
    return goTo(reply, pageOf(call, request), 'webhook_sending')
  } catch (error) {
    const view = await projectView(context, call, request)
    const { status, text, fields } = formErrorsOf(view.words, error)
    reply.code(status)
    return webhookPageOf(context)(call, withFault(view, fields.since ?? fields.after ?? text), request)
  }
}

interface Shown {
  readonly id?: string
  readonly secret?: string
  readonly typed?: TypedWebhook
}

function webhookPageOf({ cursors }: ConsoleContext) {
  return async (call: Caller, view: ProjectView, request: FastifyRequest, { id, ...shown }: Shown = {}) => {
    const webhook = await webhookById(call, id ?? idOf(request))
    const query = queryOf(request)
    const filter = {
      state: DELIVERY_STATES.find((state) => state === query.state),
      type: SHOWN_TYPES.find((type) => type === query.type),
    }
    const name = ['console deliveries', call.project.id, webhook.id, filter]
    const { items, next } = await readPage(cursors, name, query, A_PAGE, (page) =>
      listDeliveries(call, webhook.id, filter, page),
    )
    const kept = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))
    const address = next && `${view.base}/webhooks/${webhook.id}?${new URLSearchParams([...kept, ['cursor', next]])}`
    return (
      <WebhookPage
        view={view}
        webhook={webhook}
        deliveries={items}
        filter={filter}
        next={address}
        isFirstPage={query.cursor === undefined}
        tags={await tagsOf(call)}
        categories={await listCategories(call)}
        isConfirmed={isConfirmed(call)}
        {...shown}
      />
    )
  }
}

async function tagsOf(call: Caller): Promise<readonly Tag[]> {
  return (await pageTags(call, { limit: MOST_TAGS, after: undefined })).items
}

function pageOf(call: Caller, request: FastifyRequest): string {
  return `/console/${call.project.slug}/webhooks/${idOf(request)}`
}
