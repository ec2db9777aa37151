import type { Form, Lines } from './api.ts'
import type { Parcel } from './delivery.ts'
import { FeedbackError } from './feedback-error.ts'
import type { StopSignal } from './host.ts'
import type { Transport } from './options.ts'

export interface CallOptions {
  /** Stops the call and its waiting at once. */
  readonly signal?: StopSignal | undefined
  /** For a PATCH: changes only this version, which `etagOf` returns. */
  readonly ifMatch?: string | undefined
  /** For a POST that may be sent again later, such as after a restart of the app; by default each call has a new key. */
  readonly idempotencyKey?: string | undefined
}

/** The input of any operation at run time. */
export interface AnyInput extends CallOptions {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: object
  readonly body?: unknown
}

/** 'GET /posts/{id}' in its two parts. */
export function partsOf(operation: string): [method: string, template: string] {
  const space = operation.indexOf(' ')
  return [operation.slice(0, space), operation.slice(space + 1)]
}

/** Made once for all tries: its key and its text stay the same, even if the caller changes the body object meanwhile. */
export function parcelOf(transport: Transport, method: string, template: string, input: AnyInput): Parcel {
  const { path, query, body, signal, ifMatch, idempotencyKey } = input
  return {
    method,
    path: pathOf(template, path) + queryOf(query),
    headers: {
      ...(method === 'POST' && {
        'Idempotency-Key': checkHeader('idempotencyKey', idempotencyKey ?? transport.newIdempotencyKey()),
      }),
      ...(ifMatch !== undefined && { 'If-Match': checkHeader('ifMatch', ifMatch) }),
    },
    body: body === undefined || isForm(body) || isLines(body) ? body : JSON.stringify(body),
    signal,
  }
}

/** A form is sent as it is; the platform sets its type. */
function isForm(body: unknown): body is Form {
  return typeof body === 'object' && body !== null && 'append' in body && typeof body.append === 'function'
}

/** So are lines. */
function isLines(body: unknown): body is Lines {
  return typeof body === 'object' && body !== null && 'size' in body && 'type' in body && 'stream' in body
}

/** A value that no header can hold would look like a network failure, and be tried again. */
function checkHeader(name: string, value: string): string {
  if (/^[ -~]{1,255}$/.test(value)) return value
  throw new FeedbackError('argument_invalid', `${name} must be 1 to 255 printable ASCII characters.`)
}

function pathOf(template: string, values: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    // A name of only dots would mean a parent folder, and so another address.
    if (typeof value === 'string' && /[^.]/.test(value)) return encode(value)
    throw new FeedbackError('argument_invalid', `${name} must be the id of something.`)
  })
}

function queryOf(query: object = {}): string {
  let text = ''
  for (const [name, value] of Object.entries(query)) {
    // A list becomes one parameter for each value.
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) text += `${text ? '&' : '?'}${name}=${encode(String(one))}`
    }
  }
  return text
}

/** Half of a surrogate pair, such as the end of a text that was cut, has no encoding. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'))
}
