import { fromBase64 } from './base64url.ts'

/** Why a request is not one of the service's. */
export type WebhookErrorCode =
  | 'secret_invalid'
  | 'headers_missing'
  | 'timestamp_invalid'
  | 'signature_invalid'
  | 'body_invalid'

/** What was sent is not from the service, or is too old. Answer with a 400 and do nothing. No message holds the secret. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** An event as a webhook sends it. Its type says what `data` is: docs/reference/openapi.json describes each under `webhooks`. */
export interface WebhookEvent {
  /** The event's id: the same at every attempt, and in `GET /v1/events`. */
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly project_id: string
  /** Of two events about the same post, the later has the greater number. A test has none. */
  readonly sequence?: number
  readonly data: Readonly<Record<string, unknown>>
}

/** As `fetch` and Express have them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** Instead of this machine's clock; for tests. */
  readonly now?: Date
}

const TOLERANCE_SECONDS = 5 * 60
/** Standard Webhooks has secrets of 24 bytes and more; those of the service have 32. */
const SECRET = /^whsec_((?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/

/**
 * The event in a request, if the service signed it within the last five minutes. `rawBody` is the body as it came: a body that was parsed and
 * written again has another signature.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  { now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [, base64] = SECRET.exec(secret) ?? []
  if (base64 === undefined)
    throw new WebhookError('secret_invalid', 'The secret must be whsec_ and base64, as the service showed it.')
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerIn(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures)
    throw new WebhookError('headers_missing', 'webhook-id, webhook-timestamp and webhook-signature must be there.')
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!/^\d{1,12}$/.test(timestamp) || age > TOLERANCE_SECONDS)
    throw new WebhookError('timestamp_invalid', 'It was sent more than five minutes ago, or the clocks differ.')
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  if (!(await isSignedBy(fromBase64(base64), signed, signatures)))
    throw new WebhookError('signature_invalid', 'Nobody who knows the secret has signed this.')
  return readEvent(body)
}

/** Whether one of the signatures fits; after a rotation there are two. `verify` takes the same time for all that do not. */
async function isSignedBy(
  secret: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> {
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const signature of signatures.split(' ')) {
    const [version, base64 = ''] = signature.split(',')
    if (version !== 'v1' || !/^[A-Za-z0-9+/]{43}=$/.test(base64)) continue
    if (await subtle.verify('HMAC', key, fromBase64(base64), signed)) return true
  }
  return false
}

function readEvent(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as WebhookEvent // the service wrote it
  } catch {
    throw new WebhookError('body_invalid', 'The body is not JSON.')
  }
}

function headerIn(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers.get(name) as string | null) ?? undefined
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name] // the other kind
  return typeof value === 'string' ? value : value?.[0]
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + body.length)
  all.set(head)
  all.set(body, head.length)
  return all
}
