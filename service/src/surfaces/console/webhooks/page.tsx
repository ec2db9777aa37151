import { Empty } from '../../../../../ui/components.tsx'
import type { Category } from '../../../domain/categories/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import { ALL_EVENTS, type Webhook } from '../../../domain/webhooks/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Badge, ConfirmFirst } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { type TypedWebhook, WebhookForm } from './form.tsx'

interface WebhooksProps {
  readonly view: ProjectView
  readonly webhooks: readonly Webhook[]
  readonly tags: readonly Tag[]
  readonly categories: readonly Category[]
  readonly isConfirmed: boolean
  readonly typed?: TypedWebhook
}

export function WebhooksPage({ view, webhooks, tags, categories, isConfirmed, typed }: WebhooksProps) {
  const { words } = view
  return (
    <ProjectPage
      view={view}
      title={words.say('webhooks_title')}
      section="/webhooks"
      guide="webhooks"
      isWide
      lead={words.say('webhooks_lead')}
    >
      {webhooks.length === 0 ? (
        <Empty title={words.say('webhooks_none')}>{words.say('webhooks_none_why')}</Empty>
      ) : (
        <Table
          label={words.say('webhooks_title')}
          columns={[
            { name: words.say('webhooks_address'), isHeading: true, class: 'word' },
            { name: words.say('webhooks_events') },
            { name: words.say('webhooks_format') },
            { name: words.say('webhooks_state') },
          ]}
          rows={webhooks.map((webhook) => [
            <>
              <a href={`${view.base}/webhooks/${webhook.id}`}>{webhook.url}</a>
              {webhook.description && <span class="soft webhook-for">{webhook.description}</span>}
            </>,
            eventsOf(view, webhook),
            words.say(`webhooks_format_${webhook.format}`),
            <WebhookStateBadge view={view} webhook={webhook} />,
          ])}
        />
      )}
      {isConfirmed ? (
        <section class="part" id="new">
          <h2>{words.say('webhooks_add')}</h2>
          <WebhookForm
            view={view}
            action={`${view.base}/webhooks/add`}
            tags={tags}
            categories={categories}
            typed={typed}
          />
        </section>
      ) : (
        <ConfirmFirst view={view} what={words.say('webhooks_changing')} />
      )}
    </ProjectPage>
  )
}

export function eventsOf({ words }: ProjectView, { events }: Webhook): string {
  return events.includes(ALL_EVENTS)
    ? words.say('webhooks_every_event')
    : words.say('webhooks_event_count', { n: events.length })
}

export function WebhookStateBadge({ view: { words }, webhook }: { view: ProjectView; webhook: Webhook }) {
  if (webhook.state === 'disabled') return <Badge kind="bad">{words.say('webhooks_state_disabled')}</Badge>
  if (webhook.failingSince) return <Badge kind="warn">{words.say('webhooks_state_failing')}</Badge>
  return <Badge kind="good">{words.say('webhooks_state_enabled')}</Badge>
}
