import type { KeyObject } from 'node:crypto'
import type { Outcome } from '../../../foundation/egress/index.ts'
import type { Id } from '../../../foundation/ids/index.ts'
import { inProject, inTransaction, type Permitted, type ProjectCall, type ServiceCall } from '../../call/index.ts'
import { listCategories } from '../../categories/index.ts'
import type { FeedEvent } from '../../event-feed/index.ts'
import { withSubjects } from '../../event-feed/inside.ts'
import { eventsByIds, recordEvent } from '../../events/inside.ts'
import type { Post } from '../../posts/index.ts'
import { postsByIds } from '../../posts/inside.ts'
import { projectById } from '../../projects/index.ts'
import { asLines } from '../../texts/index.ts'
import { isSafeEnough } from '../address.ts'
import { selectSecrets, selectWebhook } from '../store.ts'
import type { Webhook } from '../webhook.ts'
import type { Attempt } from './delivery.ts'
import { nextTry, pauseAskedFor } from './schedule.ts'
import {
  type DisabledWebhook,
  type DueDelivery,
  type DueWebhook,
  disableFailed,
  type FailedWebhook,
  type Settled,
  selectDueWebhooks,
  selectFailingSince,
  updateDelivered,
  updateSettled,
  updateTaken,
} from './send-store.ts'

/** Much longer than sending a portion takes. Then another process may take the webhook. */
const LEASE_MS = 60 * 1000
/** A webhook that had no success for so long is disabled. */
const FAILS_MOST_MS = 5 * 24 * 60 * 60 * 1000
const GONE = 410

export function dueWebhooks(
  call: ServiceCall,
  { busy, most }: { readonly busy: readonly Id<'webhook'>[]; readonly most: number },
): Promise<DueWebhook[]> {
  return selectDueWebhooks(call, { busy, most })
}

/** A webhook that one process has for itself. Nobody else sends to it before `until`. */
export interface Lease {
  readonly webhook: DueWebhook
  readonly until: Date
}

/** Undefined: another process has it. */
export function takeWebhook(call: ServiceCall, webhook: DueWebhook): Promise<Lease | undefined> {
  return lease(call, webhook, undefined)
}

/** Undefined: it was over, and another process has the webhook now. */
export function renewLease(call: ServiceCall, { webhook, until }: Lease): Promise<Lease | undefined> {
  return lease(call, webhook, until)
}

async function lease(call: ServiceCall, webhook: DueWebhook, from: Date | undefined): Promise<Lease | undefined> {
  const until = new Date(call.now.getTime() + LEASE_MS)
  return (await updateTaken(call, webhook, { from, until })) ? { webhook, until } : undefined
}

/** Others may send to the webhook. */
export async function endLease(call: ServiceCall, { webhook, until }: Lease): Promise<void> {
  await updateTaken(call, webhook, { from: until, until: undefined })
}

/** Where and what is sent, as it is now. */
export interface Consignment {
  readonly webhook: Webhook
  /** False: it is not called, because it would get without encryption what the board shows by https. */
  readonly isSafe: boolean
  /** Those that sign, the newest first. */
  readonly secrets: readonly KeyObject[]
  /** By the id of the event. */
  readonly bodies: ReadonlyMap<Id<'event'>, Buffer>
  /** Events that are in the log, but nothing could be made of them. */
  readonly unmade: readonly Id<'event'>[]
}

/** Undefined: the webhook is gone. `toBody` makes what is sent. */
export async function consignmentOf(
  call: Permitted<'webhooks:write' | 'events:read'>,
  webhookId: Id<'webhook'>,
  eventIds: readonly Id<'event'>[],
  toBody: (told: FeedEvent, webhook: Webhook, post: Post | undefined) => Buffer | undefined,
): Promise<Consignment | undefined> {
  const [webhook, secrets] = await Promise.all([selectWebhook(call, webhookId), selectSecrets(call, webhookId)])
  if (!webhook) return undefined
  const events = await withSubjects(call, await eventsByIds(call, eventIds))
  const posts = webhook.format === 'standard' ? new Map<string, Post>() : await postsOf(call, events)
  const isShown = await openShown(call, webhook, posts)
  const bodies = new Map<Id<'event'>, Buffer>()
  const unmade: Id<'event'>[] = []
  for (const told of events) {
    const post = posts.get(told.event.postId ?? '')
    const body = isShown(told, post) ? toBody(told, webhook, post) : undefined
    if (body) bodies.set(told.event.id, body)
    else unmade.push(told.event.id)
  }
  return { webhook, isSafe: isSafeEnough(call, webhook.url), secrets, bodies, unmade }
}

/**
 * Whether a chat may be told of a post. Nobody knows who reads a chat, so it is told of posts that not everyone sees only if the webhook names their
 * category. The same holds for the posts that they were merged into, which `posts` has as well. Servers get every event.
 */
async function openShown(
  call: Permitted,
  { format, conditions: { categoryIds } }: Webhook,
  posts: ReadonlyMap<string, Post>,
): Promise<(told: FeedEvent, post: Post | undefined) => boolean> {
  if (format === 'standard') return () => true
  const hidden = (await listCategories(call)).filter(({ visibleTo }) => visibleTo !== 'everyone')
  const unnamed = new Set(hidden.map(({ id }) => id).filter((id) => !categoryIds.includes(id)))
  const isOpen = ({ category, mergedIntoId }: Post): boolean => {
    const target = posts.get(mergedIntoId ?? '')
    return !unnamed.has(category.id) && (!target || isOpen(target))
  }
  // Nobody knows any more in which category a deleted post was.
  return ({ event }, post) => event.postId === undefined || (post ? isOpen(post) : unnamed.size === 0)
}

/** Messages for people name the post, also where the event is about a comment or a vote. With the posts that these were merged into. */
async function postsOf(call: ProjectCall, events: readonly FeedEvent[]): Promise<ReadonlyMap<string, Post>> {
  const posts = new Map<string, Post>()
  let ids = new Set(events.map(({ event }) => event.postId).filter((id) => id !== undefined))
  while (ids.size > 0) {
    const found = await postsByIds(call, [...ids])
    for (const post of found) posts.set(post.id, post)
    ids = new Set(found.flatMap(({ mergedIntoId: id }) => (id === undefined || posts.has(id) ? [] : [id])))
  }
  return posts
}

/** An attempt that was made for a delivery; without an outcome there was nothing to send. */
export interface Tried {
  readonly delivery: DueDelivery
  readonly at: Date
  readonly outcome: Outcome | undefined
  /** Its webhook failed before: a success ends that. */
  readonly isAfterFailure: boolean
}

/** Writes what became of deliveries, and disables webhooks that are gone or failed for too long. Returns those. */
export async function settleDeliveries(
  call: ServiceCall,
  tried: readonly Tried[],
): Promise<readonly DisabledWebhook[]> {
  // In the order in which an erasure locks them.
  const inOrder = tried.toSorted((one, other) => (one.delivery.id < other.delivery.id ? -1 : 1))
  const settled = inOrder.map((one) => settledBy(call, one))
  if (tried.every(({ outcome, isAfterFailure }) => outcome && isDelivered(outcome) && !isAfterFailure)) {
    await updateDelivered(call, settled)
    return []
  }
  const failed = tried.filter(({ outcome }) => outcome && !isDelivered(outcome))
  if (failed.length === 0) {
    await updateSettled(call, settled)
    return []
  }
  return inTransaction(call, async (call) => {
    await updateSettled(call, settled)
    return disable(call, failed)
  })
}

async function disable(call: ServiceCall, failed: readonly Tried[]): Promise<readonly DisabledWebhook[]> {
  const isGone = ({ outcome }: Tried) => outcome?.kind === 'answered' && outcome.status === GONE
  return disableAll(
    call,
    failed.map((one) => ({ ...one.delivery, isGone: isGone(one) })),
  )
}

/** Disables webhooks that had no success for too long, also those to which nothing was sent lately. Returns how many. */
export async function disableFailing(call: ServiceCall): Promise<number> {
  const failing = await selectFailingSince(call, new Date(call.now.getTime() - FAILS_MOST_MS))
  if (failing.length === 0) return 0
  return (await inTransaction(call, (call) => disableAll(call, failing))).length
}

async function disableAll(call: ServiceCall, failed: readonly FailedWebhook[]): Promise<readonly DisabledWebhook[]> {
  const disabled = await disableFailed(call, failed, new Date(call.now.getTime() - FAILS_MOST_MS))
  for (const { projectId, webhookId, reason } of disabled) {
    const inside = inProject(call, await projectById(call, projectId))
    await recordEvent(inside, { type: 'webhook.disabled', subject: webhookId, data: { reason } })
  }
  return disabled
}

function settledBy({ now }: ServiceCall, { delivery, at, outcome }: Tried): Settled {
  const { tries } = delivery
  const settled = { delivery, tries, dueAt: now, quietUntil: undefined }
  if (!outcome) return { ...settled, state: 'failed', attempt: undefined }
  const attempt = attemptOf(at, outcome)
  if (isDelivered(outcome)) return { ...settled, state: 'delivered', attempt }
  const retryAfter = outcome.kind === 'answered' ? outcome.retryAfter : undefined
  const dueAt = nextTry({ now, tries, retryAfter, chance: Math.random() })
  const quietUntil = pauseAskedFor(retryAfter, now)
  return { delivery, state: dueAt ? 'waiting' : 'failed', tries: tries + 1, dueAt: dueAt ?? now, quietUntil, attempt }
}

export function attemptOf(at: Date, outcome: Outcome): Attempt {
  const isAnswered = outcome.kind === 'answered'
  return {
    at,
    status: isAnswered ? outcome.status : undefined,
    durationMs: outcome.ms,
    error: isAnswered ? undefined : outcome.failure,
    excerpt: isAnswered ? asLines(outcome.excerpt) : '', // the database takes no NUL
  }
}

export function isDelivered(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && isWell(outcome.status)
}

/** Whether a receiver that answers with this status took what was sent. */
export function isWell(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}
