import type { ProjectCall } from '../../domain/call/index.ts'
import type { FeedEvent } from '../../domain/event-feed/index.ts'
import { toEventJson } from './event-json.ts'

/** A body has fewer bytes: receivers often refuse more. */
const TOO_MANY_BYTES = 20_000
/** UTF-8 and the escapes of JSON need no more for a character that a text may hold. */
const BYTES_PER_CHARACTER = 4

/** What a webhook is sent about an event. If that is too long, its text is cut, and lists are left empty where that is not enough: the API has the whole. */
export function toWebhookBody(call: ProjectCall, told: FeedEvent): Buffer {
  const { id, type, created_at: timestamp, sequence, data } = toEventJson(call, told)
  const bodyWith = (data: object) =>
    Buffer.from(JSON.stringify({ type, timestamp, data, id, project_id: call.project.id, sequence }))
  const roomBeside = (data: object) => TOO_MANY_BYTES - 1 - bodyWith(data).length
  const whole = bodyWith(data)
  if (whole.length < TOO_MANY_BYTES) return whole
  const text = 'body' in data ? String(data.body) : undefined
  const textless = { ...data, ...(text !== undefined && { body: '', body_html: '' }), is_shortened: true }
  const short = roomBeside(textless) >= 0 ? textless : withoutLists(textless)
  if (text === undefined) return bodyWith(short)
  const room = Math.floor(roomBeside(short) / BYTES_PER_CHARACTER)
  return bodyWith({ ...short, body: [...text].slice(0, room).join('') })
}

function withoutLists(data: object): object {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, Array.isArray(value) ? [] : value]))
}
