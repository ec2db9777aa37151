import type { Failure } from '../../../foundation/egress/index.ts'
import type { Id } from '../../../foundation/ids/index.ts'
import type { ShownType } from '../../event-feed/index.ts'

/**
 * - `waiting`: it is tried when it is due.
 * - `delivered`: the receiver answered with a 2xx.
 * - `failed`: every attempt failed, and it is not tried again by itself.
 */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One request to a receiver, and what became of it. */
export interface Attempt {
  readonly at: Date
  /** Absent: there was no answer. */
  readonly status: number | undefined
  readonly durationMs: number
  /** Why there was no answer. */
  readonly error: Failure | undefined
  /** The first bytes of the answer. */
  readonly excerpt: string
}

/** An event for a webhook. */
export interface Delivery {
  readonly projectId: Id<'project'>
  readonly id: Id<'delivery'>
  readonly webhookId: Id<'webhook'>
  readonly eventId: Id<'event'>
  readonly eventType: ShownType
  readonly state: DeliveryState
  /** How many attempts failed since it began to wait. */
  readonly tries: number
  /** While it waits: when it is tried next. */
  readonly dueAt: Date
  /** The last ones, the oldest first. */
  readonly attempts: readonly Attempt[]
  readonly createdAt: Date
  readonly settledAt: Date | undefined
}

interface AttemptJson {
  at: string
  status: number | null
  ms: number
  error: Failure | null
  excerpt: string
}

export interface DeliveryRow {
  project_id: Id<'project'>
  id: Id<'delivery'>
  webhook_id: Id<'webhook'>
  event_id: Id<'event'>
  event_type: ShownType
  state: DeliveryState
  tries: number
  due_at: Date
  attempts: AttemptJson[]
  created_at: Date
  settled_at: Date | null
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    projectId: row.project_id,
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    eventType: row.event_type,
    state: row.state,
    tries: row.tries,
    dueAt: row.due_at,
    attempts: row.attempts.map(({ at, status, ms, error, excerpt }) => ({
      at: new Date(at),
      status: status ?? undefined,
      durationMs: ms,
      error: error ?? undefined,
      excerpt,
    })),
    createdAt: row.created_at,
    settledAt: row.settled_at ?? undefined,
  }
}

/** As the column holds it. */
export function attemptColumn({ at, status, durationMs, error, excerpt }: Attempt): AttemptJson {
  return { at: at.toISOString(), status: status ?? null, ms: durationMs, error: error ?? null, excerpt }
}
