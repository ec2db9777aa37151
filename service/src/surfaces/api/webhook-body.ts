import type { ProjectCall } from '../../domain/call/index.ts'
import type { FeedEvent } from '../../domain/event-feed/index.ts'
import { toEventJson } from './event-json.ts'

/** Receivers often refuse more. */
const MOST_BYTES = 20_000
/** UTF-8 and the escapes of JSON need no more for a character that a text may hold. */
const BYTES_PER_CHARACTER = 4

/** What a webhook is sent about an event. A text that is too long is cut: the API has the whole. */
export function toWebhookBody(call: ProjectCall, told: FeedEvent): Buffer {
  const { id, type, created_at: timestamp, sequence, data } = toEventJson(call, told)
  const bodyWith = (data: object) =>
    Buffer.from(JSON.stringify({ type, timestamp, data, id, project_id: call.project.id, sequence }))
  const whole = bodyWith(data)
  if (whole.length < MOST_BYTES || !('body' in data)) return whole
  const empty = { ...data, body: '', body_html: '', is_shortened: true }
  const room = Math.floor((MOST_BYTES - bodyWith(empty).length) / BYTES_PER_CHARACTER)
  return bodyWith({ ...empty, body: [...String(data.body)].slice(0, room).join('') })
}
