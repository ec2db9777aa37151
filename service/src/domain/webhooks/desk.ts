import type { Egress } from '../../foundation/egress/index.ts'
import type { Permitted } from '../call/index.ts'
import type { Attempt, Delivery } from './deliveries/delivery.ts'
import type { Parcel } from './deliveries/parcel.ts'

/**
 * Why there is nothing to send:
 * - `event_gone`: the event is no longer in the log.
 * - `nothing_made`: the event is there, but making a body of it failed.
 */
export type NoParcel = 'event_gone' | 'nothing_made'

/** What the surfaces need of webhooks beside the domain: how they are called, and what they are sent. */
export interface WebhookDesk {
  readonly egress: Egress
  /** Tries a webhook out, for somebody who waits for the result. */
  test(call: Permitted<'webhooks:write'>, id: string): Promise<Attempt>
  /** A delivery as it would be sent now. */
  parcelOf(call: Permitted<'webhooks:write' | 'events:read'>, delivery: Delivery): Promise<Parcel | NoParcel>
}
