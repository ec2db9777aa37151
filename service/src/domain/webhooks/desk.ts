import type { Egress } from '../../foundation/egress/index.ts'
import type { Permitted } from '../call/index.ts'
import type { Attempt, Delivery } from './deliveries/delivery.ts'
import type { Parcel } from './deliveries/post.ts'

/** What the surfaces need of webhooks beside the domain: how they are called, and what they are sent. */
export interface WebhookDesk {
  readonly egress: Egress
  /** Tries a webhook out, for somebody who waits for the result. */
  test(call: Permitted<'webhooks:write'>, id: string): Promise<Attempt>
  /** A delivery as it would be sent now. Undefined: its event is no longer in the log. */
  parcelOf(call: Permitted<'webhooks:write' | 'events:read'>, delivery: Delivery): Promise<Parcel | undefined>
}
