import { Empty } from '../../../../../ui/components.tsx'
import type { Category } from '../../../domain/categories/index.ts'
import { SHOWN_TYPES } from '../../../domain/event-feed/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import {
  type Attempt,
  DELIVERIES_KEPT_DAYS,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryFilter,
  FORMER_SECRET_SIGNS_HOURS,
  type Webhook,
} from '../../../domain/webhooks/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Badge, ConfirmFirst, Form, inFull, NextPage, Select } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { type TypedWebhook, typedOf, WebhookForm } from './form.tsx'
import { WebhookStateBadge } from './page.tsx'

interface WebhookProps {
  readonly view: ProjectView
  readonly webhook: Webhook
  readonly deliveries: readonly Delivery[]
  readonly filter: DeliveryFilter
  readonly next: string | undefined
  /** Whether these are the newest deliveries. */
  readonly isFirstPage: boolean
  readonly tags: readonly Tag[]
  readonly categories: readonly Category[]
  readonly isConfirmed: boolean
  /** Made just now; it is shown once. */
  readonly secret?: string | undefined
  readonly typed?: TypedWebhook
}

export function WebhookPage(props: WebhookProps) {
  const { view, webhook, tags, categories, isConfirmed, secret, typed, filter, isFirstPage } = props
  const { words } = view
  const base = `${view.base}/webhooks/${webhook.id}`
  return (
    <ProjectPage
      view={view}
      title={webhook.description || new URL(webhook.url).host}
      section="/webhooks"
      guide="deliveries"
      isWide
      lead={webhook.url}
      scripts={['webhooks.js']}
    >
      {secret !== undefined && <SecretOnce view={view} secret={secret} />}
      <div id="webhook-live" data-live={isFirstPage ? addressOf(base, filter) : undefined}>
        <Health view={view} webhook={webhook} base={base} />
        <Deliveries {...props} base={base} />
      </div>
      <Replays view={view} webhook={webhook} base={base} />
      <section class="part">
        <h2>{words.say('webhooks_settings')}</h2>
        {isConfirmed ? (
          <>
            <WebhookForm
              view={view}
              action={`${base}/update`}
              tags={tags}
              categories={categories}
              typed={typed ?? typedOf(webhook)}
              isChange
            />
            <Ends view={view} base={base} />
          </>
        ) : (
          <ConfirmFirst view={view} what={words.say('webhooks_changing')} />
        )}
      </section>
    </ProjectPage>
  )
}

function SecretOnce({ view: { words }, secret }: { view: ProjectView; secret: string }) {
  return (
    <div class="card good">
      <h2>{words.say('webhooks_secret_made')}</h2>
      <p>{words.say('webhooks_secret_once')}</p>
      <p class="copy">
        <input id="secret" value={secret} readonly aria-label={words.say('webhooks_secret')} autocomplete="off" />
        <button class="button" type="button" data-copy="secret">
          {words.say('shared_copy')}
        </button>
      </p>
    </div>
  )
}

interface PartProps {
  readonly view: ProjectView
  readonly webhook: Webhook
  readonly base: string
}

function Health({ view, webhook, base }: PartProps) {
  const { words } = view
  const { state, disabledReason, failingSince, isReplaying } = webhook
  const isOn = state === 'enabled'
  return (
    <div class={`card ${isOn ? (failingSince ? 'warn' : 'good') : 'bad'}`}>
      <p>
        <WebhookStateBadge view={view} webhook={webhook} />
      </p>
      {disabledReason && <p>{words.say(`webhooks_off_${disabledReason}`)}</p>}
      {isOn && failingSince && <p>{words.say('webhooks_failing_since', { when: inFull(failingSince) })}</p>}
      {isReplaying && <p>{words.say('webhooks_replaying')}</p>}
      <Form view={view} action={`${base}/test`} class="row">
        <button class="button" type="submit">
          {words.say('webhooks_test')}
        </button>
        <span class="soft">{words.say('webhooks_test_why')}</span>
      </Form>
      <Form view={view} action={`${base}/switch`} class="row">
        <button class="button" type="submit" name="state" value={isOn ? 'disabled' : 'enabled'}>
          {words.say(isOn ? 'webhooks_disable' : 'webhooks_enable')}
        </button>
      </Form>
    </div>
  )
}

function Deliveries({ view, deliveries, filter, next, base }: WebhookProps & { readonly base: string }) {
  const { words } = view
  return (
    <section class="part" id="deliveries">
      <h2>{words.say('webhooks_deliveries')}</h2>
      <p class="soft">{words.say('webhooks_deliveries_lead', { days: DELIVERIES_KEPT_DAYS })}</p>
      <nav class="views" aria-label={words.say('webhooks_filter')}>
        {[undefined, ...DELIVERY_STATES].map((state) => (
          <a href={addressOf(base, { ...filter, state })} aria-current={filter.state === state ? 'page' : undefined}>
            {words.say(state === undefined ? 'webhooks_filter_all' : `webhooks_delivery_${state}`)}
          </a>
        ))}
      </nav>
      <form method="get" action={base} class="row webhook-ask">
        {filter.state && <input type="hidden" name="state" value={filter.state} />}
        <Select
          name="type"
          label={words.say('webhooks_filter_type')}
          value={filter.type}
          options={[
            ['', words.say('webhooks_filter_every_type')],
            ...SHOWN_TYPES.map((type): [string, string] => [type, type]),
          ]}
        />
        <button class="button" type="submit">
          {words.say('webhooks_filter_apply')}
        </button>
      </form>
      {deliveries.length === 0 ? (
        <Empty title={words.say('webhooks_deliveries_none')}>{words.say('webhooks_deliveries_none_why')}</Empty>
      ) : (
        <DeliveryTable view={view} deliveries={deliveries} base={base} />
      )}
      <NextPage view={view} next={next} />
    </section>
  )
}

/** The page of a webhook with only some of its deliveries. */
function addressOf(base: string, { state, type }: DeliveryFilter): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(type && { type }) })
  return query.size === 0 ? base : `${base}?${query}`
}

function DeliveryTable(props: { view: ProjectView; deliveries: readonly Delivery[]; base: string }) {
  const { view, deliveries, base } = props
  const { words } = view
  return (
    <Table
      label={words.say('webhooks_deliveries')}
      columns={[
        { name: words.say('shared_when'), class: 'when' },
        { name: words.say('webhooks_event'), isHeading: true },
        { name: words.say('webhooks_state') },
        { name: words.say('webhooks_last_answer') },
        { name: words.say('webhooks_actions'), isNameHidden: true },
      ]}
      rows={deliveries.map((delivery) => [
        <Ago at={delivery.createdAt} now={view.now} />,
        <a
          href={`${base}/deliveries/${delivery.id}`}
          aria-label={words.say('webhooks_look_label', { type: delivery.eventType })}
        >
          <code>{delivery.eventType}</code>
        </a>,
        <DeliveryStateBadge view={view} delivery={delivery} />,
        <AnswerOf view={view} attempt={delivery.attempts.at(-1)} />,
        <SendAgain view={view} base={base} delivery={delivery} />,
      ])}
    />
  )
}

export function SendAgain({ view, base, delivery }: { view: ProjectView; base: string; delivery: Delivery }) {
  return (
    <Form view={view} action={`${base}/redeliver`}>
      <input type="hidden" name="delivery" value={delivery.id} />
      <button
        class="button"
        type="submit"
        aria-label={view.words.say('webhooks_again_label', { type: delivery.eventType })}
      >
        {view.words.say('webhooks_again')}
      </button>
    </Form>
  )
}

const STATE_KINDS = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const

export function DeliveryStateBadge({ view, delivery }: { view: ProjectView; delivery: Delivery }) {
  return (
    <>
      <Badge kind={STATE_KINDS[delivery.state]}>{view.words.say(`webhooks_delivery_${delivery.state}`)}</Badge>
      {delivery.state === 'waiting' && delivery.tries > 0 && (
        <span class="soft webhook-next">
          {view.words.say('webhooks_next')} <Ago at={delivery.dueAt} now={view.now} />
        </span>
      )}
    </>
  )
}

export function AnswerOf({ view: { words }, attempt }: { view: ProjectView; attempt: Attempt | undefined }) {
  if (!attempt) return <>–</>
  return attempt.error ? <span>{words.say(`webhooks_failure_${attempt.error}`)}</span> : <code>{attempt.status}</code>
}

function Replays({ view, base }: PartProps) {
  const { words } = view
  return (
    <section class="part">
      <h2>{words.say('webhooks_replay')}</h2>
      <p class="soft">{words.say('webhooks_replay_why')}</p>
      <Form view={view} action={`${base}/replay`} class="row webhook-ask">
        <label class="select">
          <span>{words.say('webhooks_replay_from')}</span>
          <input type="datetime-local" name="after" required />
        </label>
        <button class="button" type="submit">
          {words.say('webhooks_replay_yes')}
        </button>
      </Form>
      <Form view={view} action={`${base}/redeliver-failed`} class="row webhook-ask">
        <label class="select">
          <span>{words.say('webhooks_again_since')}</span>
          <input type="datetime-local" name="since" required />
        </label>
        <button class="button" type="submit">
          {words.say('webhooks_again_failed')}
        </button>
      </Form>
    </section>
  )
}

function Ends({ view, base }: { view: ProjectView; base: string }) {
  const { words } = view
  return (
    <div class="row">
      <Form
        view={view}
        action={`${base}/rotate`}
        asks={{
          question: words.say('webhooks_rotate_ask'),
          does: words.say('webhooks_rotate_does', { hours: FORMER_SECRET_SIGNS_HOURS }),
          yes: words.say('webhooks_rotate'),
        }}
      >
        <button class="button" type="submit">
          {words.say('webhooks_rotate')}
        </button>
      </Form>
      <Form
        view={view}
        action={`${base}/delete`}
        asks={{
          question: words.say('webhooks_delete_ask'),
          does: words.say('webhooks_delete_does'),
          yes: words.say('webhooks_delete'),
        }}
      >
        <button class="button danger" type="submit">
          {words.say('webhooks_delete')}
        </button>
      </Form>
    </div>
  )
}
