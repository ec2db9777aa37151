import { isId, newId } from '../../foundation/ids/index.ts'
import { notFound, Problem, versionConflict } from '../../foundation/problems/index.ts'
import { newSigningSecret, signingSecretText } from '../../foundation/secrets/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { listCategories } from '../categories/index.ts'
import { requireCategory } from '../categories/inside.ts'
import { SHOWN_TYPES } from '../event-feed/index.ts'
import { recordEvent } from '../events/inside.ts'
import { limitReached } from '../labels/index.ts'
import { membersOf } from '../members.ts'
import { lockProject } from '../project-lock/inside.ts'
import { STATUS_CATEGORIES } from '../statuses/index.ts'
import { requireTags } from '../tags/inside.ts'
import { invalidText, readBody, readEach } from '../texts/index.ts'
import type { CheckedUrl } from './address.ts'
import {
  deleteWebhook,
  holdWebhook,
  insertSecret,
  insertWebhook,
  markReached,
  markReachedMeanwhile,
  replaceSecret,
  selectWebhook,
  selectWebhooks,
  updateWebhook,
} from './store.ts'
import {
  ALL_EVENTS,
  type Conditions,
  type EventChoice,
  FORMER_SECRET_SIGNS_HOURS,
  MOST_VOTES_WAITED_FOR,
  NO_CONDITIONS,
  type Webhook,
  WebhookDescription,
  type WebhookDraft,
  type WebhookState,
} from './webhook.ts'

export const MOST_WEBHOOKS = 20
const HOUR_MS = 60 * 60 * 1000

export interface IssuedWebhook {
  readonly webhook: Webhook
  /** Shown once. */
  readonly secret: string
}

/** A new webhook. What is absent has the usual value. */
export interface NewWebhook extends Changeable {
  readonly url: CheckedUrl
  readonly events: WebhookDraft['events']
}

type Changeable = Partial<Omit<WebhookDraft, 'url' | 'conditions'>> & { readonly conditions?: Partial<Conditions> }

/** A change of a webhook. What is absent stays as it is. */
export interface WebhookChange extends Changeable {
  readonly url?: CheckedUrl
  readonly state?: WebhookState
}

export function addWebhook(call: Permitted<'webhooks:write'>, draft: NewWebhook): Promise<IssuedWebhook> {
  return inTransaction(call, async (call) => {
    const conditions = { ...NO_CONDITIONS, ...draft.conditions }
    const read = await readDraft(call, { format: 'standard', description: '', ...draft, conditions })
    await lockProject(call)
    if ((await selectWebhooks(call)).length >= MOST_WEBHOOKS)
      throw new Problem(limitReached, { detail: `A project has at most ${MOST_WEBHOOKS} webhooks.` })
    const webhook = await insertWebhook(call, newId('webhook'), read)
    if (read.conditions.reachedVotes !== undefined) await markReached(call, webhook.id)
    const secret = newSigningSecret()
    await insertSecret(call, webhook.id, secret)
    await recordEvent(call, { type: 'webhook.created', subject: webhook.id })
    return { webhook, secret: signingSecretText(secret) }
  })
}

export function listWebhooks(call: Permitted<'webhooks:read'>): Promise<Webhook[]> {
  return selectWebhooks(call)
}

export function webhookById(call: Permitted<'webhooks:read'>, id: string): Promise<Webhook> {
  return requireWebhook(call, id)
}

export async function requireWebhook(call: ProjectCall, id: string): Promise<Webhook> {
  const webhook = isId('webhook', id) ? await selectWebhook(call, id) : undefined
  if (!webhook) throw new Problem(notFound)
  return webhook
}

export function changeWebhook(
  call: Permitted<'webhooks:write'>,
  id: string,
  change: WebhookChange,
  versions: readonly number[] | undefined,
): Promise<Webhook> {
  return inTransaction(call, async (call) => {
    const held = await requireHeld(call, id)
    if (versions && !versions.includes(held.version)) throw new Problem(versionConflict)
    const { state = held.state, ...draft } = change
    const conditions = { ...held.conditions, ...draft.conditions }
    const read = await readDraft(call, { ...held, ...draft, conditions }, held.conditions)
    const webhook = await updateWebhook(call, inState(read, state, call.now))
    if (webhook.conditions.reachedVotes !== held.conditions.reachedVotes) await markReached(call, webhook.id)
    else if (webhook.state !== held.state && state === 'enabled') await markReachedMeanwhile(call, webhook.id)
    await recordEvent(call, { type: 'webhook.updated', subject: held.id, data: { members: membersOf(change) } })
    return webhook
  })
}

/** What waits for it is not sent any more. */
export function removeWebhook(call: Permitted<'webhooks:write'>, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    if (!isId('webhook', id) || !(await deleteWebhook(call, id))) throw new Problem(notFound)
    await recordEvent(call, { type: 'webhook.deleted', subject: id })
  })
}

/** Both secrets sign for a while, so that a receiver can change to the new one without missing anything. */
export function rotateSecret(call: Permitted<'webhooks:write'>, id: string): Promise<string> {
  return inTransaction(call, async (call) => {
    const held = await requireHeld(call, id)
    const secret = newSigningSecret()
    await replaceSecret(call, held.id, secret, new Date(call.now.getTime() + FORMER_SECRET_SIGNS_HOURS * HOUR_MS))
    await recordEvent(call, { type: 'webhook.secret_rotated', subject: held.id })
    return signingSecretText(secret)
  })
}

export async function requireHeld(call: Permitted<'webhooks:write'>, id: string): Promise<Webhook> {
  const held = isId('webhook', id) ? await holdWebhook(call, id) : undefined
  if (!held) throw new Problem(notFound)
  return held
}

/** Switched on, it begins anew: earlier failures do not count. */
function inState(webhook: Webhook, state: WebhookState, now: Date): Webhook {
  if (state === webhook.state) return webhook
  return state === 'enabled'
    ? { ...webhook, state, disabledReason: undefined, disabledAt: undefined, failingSince: undefined }
    : { ...webhook, state, disabledReason: 'switched_off', disabledAt: now }
}

async function readDraft<Draft extends WebhookDraft>(
  call: Permitted,
  draft: Draft,
  held = NO_CONDITIONS,
): Promise<Draft> {
  const { statusCategories, tagIds, categoryIds } = draft.conditions
  const { reachedVotes, ...read } = readEach({
    events: () => readEvents(draft.events),
    description: () => readBody(draft.description, WebhookDescription, '/description'),
    reachedVotes: () => readReachedVotes(draft.conditions),
  })
  const conditions = {
    statusCategories: STATUS_CATEGORIES.filter((category) => statusCategories.includes(category)),
    tagIds: await readTags(call, tagIds, held.tagIds),
    categoryIds: await readCategories(call, categoryIds, held.categoryIds),
    reachedVotes,
  }
  return { ...draft, ...read, conditions }
}

/** Each type once. `*` stands for all of them, so it stands alone. */
function readEvents(events: readonly EventChoice[]): EventChoice[] {
  if (events.length === 0) throw invalidText('/events', 'must name at least one type, or *')
  if (events.includes(ALL_EVENTS)) return [ALL_EVENTS]
  return SHOWN_TYPES.filter((type) => events.includes(type))
}

function readReachedVotes({ reachedVotes }: Conditions): number | undefined {
  if (reachedVotes === undefined) return undefined
  const fits = Number.isInteger(reachedVotes) && reachedVotes >= 1 && reachedVotes <= MOST_VOTES_WAITED_FOR
  if (!fits) throw invalidText('/conditions/reached_votes', `must be a whole number from 1 to ${MOST_VOTES_WAITED_FOR}`)
  return reachedVotes
}

/** A tag that was deleted stays, so that the webhook does not send about all posts instead. It can be left out, but not be added. */
async function readTags(call: Permitted, ids: readonly string[], held: readonly string[]): Promise<readonly string[]> {
  const once = [...new Set(ids)]
  await requireTags(
    call,
    once.filter((id) => !held.includes(id)),
  )
  return once
}

/** The same for categories. */
async function readCategories(
  call: Permitted,
  ids: readonly string[],
  held: readonly string[],
): Promise<readonly string[]> {
  const once = [...new Set(ids)]
  const known = await listCategories(call)
  for (const id of once) if (!held.includes(id)) requireCategory(known, id)
  return once
}
