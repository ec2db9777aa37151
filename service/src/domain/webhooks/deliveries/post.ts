import type { KeyObject } from 'node:crypto'
import type { Egress, Outcome } from '../../../foundation/egress/index.ts'
import type { Webhook } from '../webhook.ts'
import { signatureHeaders } from './sign.ts'

/** What is sent to a webhook. */
export interface Parcel {
  readonly webhook: Pick<Webhook, 'url'>
  readonly secrets: readonly KeyObject[]
  /** The event's; the same at every attempt. */
  readonly id: string
  readonly body: Buffer
}

/** The headers of a request at this moment. */
export function headersOf({ secrets, id, body }: Parcel, at: Date): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Feedback-Board-Webhooks/1',
    ...signatureHeaders(secrets, id, at, body),
  }
}

export function postParcel(egress: Egress, parcel: Parcel, at: Date): Promise<Outcome> {
  return egress.post(parcel.webhook.url, { headers: headersOf(parcel, at), body: parcel.body })
}
