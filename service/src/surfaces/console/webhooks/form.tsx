import type { FastifyRequest } from 'fastify'
import type { Category } from '../../../domain/categories/index.ts'
import { SHOWN_TYPES } from '../../../domain/event-feed/index.ts'
import { STATUS_CATEGORIES } from '../../../domain/statuses/index.ts'
import type { Tag } from '../../../domain/tags/index.ts'
import {
  ALL_EVENTS,
  type Conditions,
  type EventChoice,
  FORMATS,
  MOST_VOTES_WAITED_FOR,
  type Webhook,
  WebhookDescription,
  type WebhookFormat,
  WebhookUrl,
} from '../../../domain/webhooks/index.ts'
import { limitsOf, membersOf, textsIn } from '../../pages/index.ts'
import { readText } from '../shared/form-values.ts'
import { Field, Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

/** What somebody filled in. */
export interface TypedWebhook {
  readonly url: string
  readonly events: readonly EventChoice[]
  readonly format: WebhookFormat
  readonly description: string
  readonly conditions: Conditions
  /** By the names of the members in the API, such as `conditions/reached_votes`. */
  readonly faults?: Readonly<Record<string, string>>
}

interface WebhookFormProps {
  readonly view: ProjectView
  readonly action: string
  readonly tags: readonly Tag[]
  readonly categories: readonly Category[]
  /** What is changed, or what was typed before. */
  readonly typed: TypedWebhook | undefined
  readonly isChange?: boolean
}

export function typedOf({ url, events, format, description, conditions }: Webhook): TypedWebhook {
  return { url, events, format, description, conditions }
}

export function WebhookForm({ view, action, tags, categories, typed, isChange = false }: WebhookFormProps) {
  const { words } = view
  return (
    <Form view={view} action={action} class="stack flat webhook-form">
      <Field
        name="url"
        label={words.say('webhooks_address')}
        value={typed?.url}
        type="url"
        required
        {...limitsOf(WebhookUrl)}
        placeholder={words.say('webhooks_address_example')}
        hint={words.say('webhooks_address_why')}
        autocomplete="off"
        {...faultAt(typed, 'url')}
      />
      <Select
        name="format"
        label={words.say('webhooks_format')}
        value={typed?.format}
        options={FORMATS.map((format) => [format, words.say(`webhooks_format_${format}`)])}
      />
      <Field
        name="description"
        label={words.say('webhooks_description')}
        value={typed?.description}
        {...limitsOf(WebhookDescription)}
        autocomplete="off"
        {...faultAt(typed, 'description')}
      />
      <fieldset class="webhook-choices">
        <legend>{words.say('webhooks_events')}</legend>
        <Tick name="event" value={ALL_EVENTS} isOn={typed?.events.includes(ALL_EVENTS) ?? true}>
          {words.say('webhooks_events_all')}
        </Tick>
        <p class="soft">{words.say('webhooks_events_some')}</p>
        <div class="webhook-types">
          {SHOWN_TYPES.map((type) => (
            <Tick name="event" value={type} isOn={typed?.events.includes(type) ?? false}>
              <code>{type}</code>
            </Tick>
          ))}
        </div>
      </fieldset>
      <ConditionFields view={view} tags={tags} categories={categories} typed={typed} />
      <p>
        <button class="button main" type="submit">
          {words.say(isChange ? 'webhooks_save' : 'webhooks_add_yes')}
        </button>
      </p>
    </Form>
  )
}

/** What is wrong with a field, if something is. */
function faultAt(typed: TypedWebhook | undefined, member: string): { readonly fault?: string } {
  const fault = typed?.faults?.[member]
  return fault === undefined ? {} : { fault }
}

function ConditionFields({
  view,
  tags,
  categories,
  typed,
}: Pick<WebhookFormProps, 'view' | 'tags' | 'categories' | 'typed'>) {
  const { words } = view
  const conditions = typed?.conditions
  const deleted = conditions?.tagIds.filter((id) => tags.every((tag) => tag.id !== id)) ?? []
  const gone = conditions?.categoryIds.filter((id) => categories.every((category) => category.id !== id)) ?? []
  const parts = [...categories, ...gone.map((id) => ({ id, name: words.say('webhooks_category_deleted') }))]
  const choices = [...tags, ...deleted.map((id) => ({ id, name: words.say('webhooks_tag_deleted') }))]
  return (
    <fieldset class="webhook-choices">
      <legend>{words.say('webhooks_conditions')}</legend>
      <p class="soft">{words.say('webhooks_conditions_why')}</p>
      <p>{words.say('webhooks_statuses')}</p>
      <div class="webhook-types">
        {STATUS_CATEGORIES.map((category) => (
          <Tick name="category" value={category} isOn={conditions?.statusCategories.includes(category) ?? false}>
            {words.say(`webhooks_category_${category}`)}
          </Tick>
        ))}
      </div>
      {choices.length > 0 && <p>{words.say('webhooks_tags')}</p>}
      <div class="webhook-types">
        {choices.map(({ id, name }) => (
          <Tick name="tag" value={id} isOn={conditions?.tagIds.includes(id) ?? false}>
            <span dir="auto">{name}</span>
          </Tick>
        ))}
      </div>
      {parts.length > 1 && <p>{words.say('webhooks_board_categories')}</p>}
      <div class="webhook-types">
        {parts.length > 1 &&
          parts.map(({ id, name }) => (
            <Tick name="board_category" value={id} isOn={conditions?.categoryIds.includes(id) ?? false}>
              <span dir="auto">{name}</span>
            </Tick>
          ))}
      </div>
      <Field
        name="reached_votes"
        label={words.say('webhooks_reached')}
        value={conditions?.reachedVotes?.toString()}
        type="number"
        hint={words.say('webhooks_reached_why')}
        pattern="[0-9]*"
        maxlength={String(MOST_VOTES_WAITED_FOR).length}
        autocomplete="off"
        {...faultAt(typed, 'conditions/reached_votes')}
      />
    </fieldset>
  )
}

interface TickProps {
  readonly name: string
  readonly value: string
  readonly isOn: boolean
  readonly children: preact.ComponentChildren
}

function Tick({ name, value, isOn, children }: TickProps) {
  return (
    <label class="tick">
      <input type="checkbox" name={name} value={value} checked={isOn} />
      <span>{children}</span>
    </label>
  )
}

const CHOICES: readonly EventChoice[] = [ALL_EVENTS, ...SHOWN_TYPES]

export function readWebhookForm(request: FastifyRequest): TypedWebhook {
  const {
    url,
    event,
    format,
    description,
    category,
    tag,
    board_category: board,
    reached_votes: reached,
  } = membersOf(request)
  const [types, categories, votes] = [textsIn(event), textsIn(category), readText(reached).trim()]
  return {
    url: readText(url).trim(),
    events: CHOICES.filter((type) => types.includes(type)),
    format: FORMATS.find((one) => one === format) ?? 'standard',
    description: readText(description).trim(),
    conditions: {
      statusCategories: STATUS_CATEGORIES.filter((one) => categories.includes(one)),
      tagIds: textsIn(tag),
      categoryIds: textsIn(board),
      reachedVotes: votes === '' ? undefined : Number(votes),
    },
  }
}
