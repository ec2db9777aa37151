import { type Delivery, headersOf, type NoParcel, type Parcel, type Webhook } from '../../../domain/webhooks/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Time } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { AnswerOf, DeliveryStateBadge, SendAgain } from './webhook-page.tsx'

interface DeliveryProps {
  readonly view: ProjectView
  readonly webhook: Webhook
  readonly delivery: Delivery
  readonly parcel: Parcel | NoParcel
}

export function DeliveryPage({ view, webhook, delivery, parcel }: DeliveryProps) {
  const { words } = view
  const base = `${view.base}/webhooks/${webhook.id}`
  return (
    <ProjectPage
      view={view}
      title={delivery.eventType}
      section="/webhooks"
      guide="deliveries"
      isWide
      lead={webhook.url}
      scripts={['webhooks.js']}
    >
      <div class="row webhook-delivery">
        <a href={base}>{words.say('webhooks_back')}</a>
        <SendAgain view={view} base={base} delivery={delivery} />
      </div>
      <div id="delivery-live" data-live={`${base}/deliveries/${delivery.id}`}>
        <p>
          <DeliveryStateBadge view={view} delivery={delivery} />
        </p>
        <Table
          label={words.say('webhooks_attempts')}
          columns={[
            { name: words.say('shared_when'), class: 'when' },
            { name: words.say('webhooks_answer') },
            { name: words.say('webhooks_took') },
            { name: words.say('webhooks_said') },
          ]}
          rows={delivery.attempts
            .toReversed()
            .map((attempt) => [
              <Time at={attempt.at} />,
              <AnswerOf view={view} attempt={attempt} />,
              words.say('webhooks_ms', { n: attempt.durationMs }),
              attempt.excerpt ? <pre class="webhook-said">{attempt.excerpt}</pre> : '–',
            ])}
        />
      </div>
      <section class="part">
        <h2>{words.say('webhooks_curl')}</h2>
        {typeof parcel === 'string' ? (
          <p>{words.say(`webhooks_${parcel}`)}</p>
        ) : (
          <>
            <p class="soft">{words.say('webhooks_curl_why')}</p>
            <p class="webhook-curl">
              <textarea id="curl" rows={12} readonly aria-label={words.say('webhooks_curl')} autocomplete="off">
                {curlOf(parcel, view.now)}
              </textarea>
              <button class="button" type="button" data-copy="curl">
                {words.say('shared_copy')}
              </button>
            </p>
          </>
        )}
      </section>
    </ProjectPage>
  )
}

/** Exactly what would be sent at this moment. Without -g, curl would take brackets in the address for a range of many. */
function curlOf(parcel: Parcel, now: Date): string {
  const headers = Object.entries(headersOf(parcel, now)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return [
    'curl -gsS',
    ...headers,
    `--data-raw ${quoted(parcel.body.toString('utf8'))}`,
    quoted(parcel.webhook.url),
  ].join(' \\\n  ')
}

/** In a shell, nothing within single quotes means anything but itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
