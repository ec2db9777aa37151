import type { KeyObject } from 'node:crypto'
import type { Egress, Outcome } from '../../../foundation/egress/index.ts'
import type { Webhook } from '../webhook.ts'
import { signatureHeaders } from './sign.ts'

/** What is sent to a webhook. */
export interface Parcel {
  readonly webhook: Pick<Webhook, 'url'>
  /** False: its address must not be called any more. */
  readonly isSafe: boolean
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

export async function sendParcel(egress: Egress, parcel: Parcel, at: Date): Promise<Outcome> {
  if (!parcel.isSafe) return { kind: 'failed', failure: 'not_allowed', ms: 0 }
  const headers = headersOf(parcel, at)
  const outcome = await egress.post(parcel.webhook.url, { headers, body: parcel.body })
  if (outcome.kind !== 'answered' || !repeats(outcome.excerpt, parcel.body, headers['webhook-signature'] ?? ''))
    return outcome
  return { ...outcome, excerpt: REPEATED }
}

/** Kept instead of an answer that repeats what was sent: deliveries hold no texts of people. */
const REPEATED = '(The answer repeats what was sent, so it is not kept.)'
/** Longer than an id, which an answer may name. */
const RUN = 32
const STEP = 8

/** Whether an answer holds a signature, or a part of the body, however it is escaped or indented. */
function repeats(excerpt: string, body: Buffer, signatures: string): boolean {
  if (excerpt.length < RUN) return false
  if (signatures.split(' ').some((signature) => excerpt.includes(signature.slice('v1,'.length)))) return true
  const answered = bare(excerpt)
  const sent = bare(body.toString('utf8'))
  for (let place = 0; place + RUN <= answered.length; place += STEP)
    if (sent.includes(answered.slice(place, place + RUN))) return true
  return false
}

function bare(text: string): string {
  return text.replace(/[\\\s"']|&(?:quot|#34|#39);/g, '')
}
