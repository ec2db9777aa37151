import { parseArgs } from 'node:util'
import { SHOWN_TYPES } from '../domain/event-feed/index.ts'
import {
  ALL_EVENTS,
  addWebhook,
  attemptJson,
  changeWebhook,
  checkAddress,
  type EventChoice,
  FORMATS,
  FORMER_SECRET_SIGNS_HOURS,
  isWell,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  type Webhook,
  type WebhookFormat,
  type WebhookState,
  webhookJson,
} from '../domain/webhooks/index.ts'
import { type Egress, openEgress } from '../foundation/egress/index.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { facts, when } from './layout.ts'
import { listCommand } from './list-command.ts'
import { foundOr, withProject } from './with-call.ts'
import { PROJECT, projectAndWord, requireProject, requireValue } from './words.ts'

const DRAFT = {
  ...PROJECT,
  url: { type: 'string' },
  event: { type: 'string', multiple: true },
  format: { type: 'string' },
  description: { type: 'string' },
} as const

const ONE = 'Name exactly one webhook by its id (whk_…).'
const KEEP = 'Your receiver checks signatures with it.'

export const createWebhookCommand: Command = {
  usage: '--project S --url U [--event T]… [--format standard|slack|discord|teams] [--description D]',
  summary: 'Send events to an address: those of the named types, or all. The secret is shown once.',
  async run(words, terminal) {
    const { values } = parseArgs({ args: words, options: DRAFT })
    const slug = requireProject(values)
    const typed = requireValue(values.url, 'Name the address: --url https://example.com/hook.')
    const draft = readDraft(values)
    return withEgress(terminal, slug, async (call, egress) => {
      const url = await checkAddress(call, egress, typed)
      const { webhook, secret } = await addWebhook(call, { events: [ALL_EVENTS], ...draft, url })
      return {
        json: { webhook: webhookJson(webhook), secret },
        text: `${describe(webhook)}\n\nSecret, shown only now:\n  ${secret}\n${KEEP}`,
      }
    })
  },
}

export const listWebhooksCommand = listCommand({
  summary: 'List the webhooks.',
  list: listWebhooks,
  toJson: webhookJson,
  columns: {
    id: ({ id }) => id,
    state: stateOf,
    format: ({ format }) => format,
    events: eventsOf,
    url: ({ url }) => url,
  },
  empty: (slug) => `There are no webhooks. To create one: svc webhook create --project ${slug} --url U`,
})

export const updateWebhookCommand: Command = {
  usage:
    '--project S ID [--url U] [--event T]… [--format standard|slack|discord|teams] [--description D] [--enable | --disable]',
  summary: 'Change a webhook, or switch it on or off.',
  async run(words, terminal) {
    const options = { ...DRAFT, enable: { type: 'boolean' }, disable: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const slug = requireProject(values)
    const [id, ...others] = positionals
    if (id === undefined || others.length > 0) throw new UsageError(ONE)
    const { enable, disable } = values
    if (enable && disable) throw new UsageError('Choose one of --enable and --disable.')
    const change = { ...readDraft(values), ...((enable || disable) && { state: switched(enable) }) }
    if (values.url === undefined && Object.keys(change).length === 0) throw new UsageError('Say what to change.')
    return withEgress(terminal, slug, async (call, egress) => {
      const url = values.url === undefined ? undefined : await checkAddress(call, egress, values.url)
      const webhook = await found(slug, changeWebhook(call, id, { ...change, ...(url && { url }) }, undefined))
      return { json: webhookJson(webhook), text: describe(webhook) }
    })
  },
}

export const testWebhookCommand: Command = {
  usage: '--project S ID',
  summary: 'Send a test event to a webhook and say what became of it. Exit code 1 if it did not arrive.',
  async run(words, terminal) {
    const { slug, word: id } = projectAndWord(words, ONE)
    const { sendTest } = await import('../webhook-desk.ts') // it brings the API with it, which no other command needs
    return withEgress(terminal, slug, async (call, egress) => {
      const attempt = await found(slug, sendTest(egress, call, id))
      const { status, durationMs, error, excerpt } = attempt
      return {
        json: attemptJson(attempt),
        text: facts([
          ['Answer', status === undefined ? `none (${error})` : String(status)],
          ['Took', `${durationMs} ms`],
          ['It said', excerpt || '–'],
        ]),
        exitCode: isWell(status) ? 0 : 1,
      }
    })
  },
}

export const rotateWebhookSecretCommand: Command = {
  usage: '--project S ID',
  summary: `Make a new secret for a webhook. Both sign for ${FORMER_SECRET_SIGNS_HOURS} hours; the new one is shown once.`,
  async run(words, terminal) {
    const { slug, word: id } = projectAndWord(words, ONE)
    return withProject(terminal, slug, async (call) => {
      const secret = await found(slug, rotateSecret(call, id))
      return { json: { secret }, text: `Secret, shown only now:\n  ${secret}\n${KEEP}` }
    })
  },
}

export const deleteWebhookCommand: Command = {
  usage: '--project S ID',
  summary: 'Delete a webhook. What still waits is not sent.',
  async run(words, terminal) {
    const { slug, word: id } = projectAndWord(words, ONE)
    return withProject(terminal, slug, async (call) => {
      await found(slug, removeWebhook(call, id))
      return { json: { id, deleted: true }, text: `Deleted ${id}.` }
    })
  },
}

function withEgress<Result>(
  terminal: Terminal,
  slug: string,
  work: (call: Parameters<Parameters<typeof withProject>[2]>[0], egress: Egress) => Promise<Result>,
): Promise<Result> {
  return withProject(terminal, slug, async (call, { egressAllow, dnsServers }) => {
    const egress = openEgress({ allow: egressAllow, dnsServers })
    return work(call, egress).finally(() => egress.close())
  })
}

function found<Found>(slug: string, search: Promise<Found>): Promise<Found> {
  return foundOr(
    search,
    `The project has no webhook with this id (whk_…). To see them: svc webhook list --project ${slug}`,
  )
}

interface Typed {
  readonly event?: string[] | undefined
  readonly format?: string | undefined
  readonly description?: string | undefined
}

function readDraft({ event, format, description }: Typed) {
  return {
    ...(event && { events: event.map(readEvent) }),
    ...(format !== undefined && { format: readFormat(format) }),
    ...(description !== undefined && { description }),
  }
}

const CHOICES: readonly EventChoice[] = [ALL_EVENTS, ...SHOWN_TYPES]

function readEvent(text: string): EventChoice {
  const known = CHOICES.find((type) => type === text)
  if (known === undefined)
    throw new UsageError(
      `There is no event "${text}". The types are ${SHOWN_TYPES.join(', ')}; all of them: --event '*'.`,
    )
  return known
}

function readFormat(text: string): WebhookFormat {
  const known = FORMATS.find((format) => format === text)
  if (known === undefined) throw new UsageError(`There is no format "${text}". The formats are ${FORMATS.join(', ')}.`)
  return known
}

function switched(isOn: boolean | undefined): WebhookState {
  return isOn ? 'enabled' : 'disabled'
}

function describe(webhook: Webhook): string {
  return facts([
    ['Webhook', webhook.id],
    ['Address', webhook.url],
    ['Events', eventsOf(webhook)],
    ['Format', webhook.format],
    ['State', stateOf(webhook)],
    ['For', webhook.description || '–'],
    ['Failing since', when(webhook.failingSince, '–')],
  ])
}

function eventsOf({ events }: Webhook): string {
  return events.includes(ALL_EVENTS) ? 'all' : events.join(', ')
}

function stateOf({ state, disabledReason }: Webhook): string {
  return disabledReason ? `${state} (${disabledReason.replaceAll('_', ' ')})` : state
}
