import { FeedbackError } from './feedback-error.ts'
import type { FetchAnswer } from './host.ts'

const versions = new WeakMap<object, string>()

/** The version of an answer, for `ifMatch`. Items of lists have none. */
export function etagOf(answer: object): string | undefined {
  return versions.get(answer)
}

/** The content of the answer. Throws if it is a problem, or does not come from the service. */
export async function readAnswer(answer: FetchAnswer): Promise<unknown> {
  const { status, headers } = answer
  const text = await answer.text()
  if (status === 204) return undefined
  const body = parse(text)
  if (status < 200 || status > 299) throw problemOf(status, headers, body)
  if (typeof body !== 'object' || body === null) throw unexpectedAnswer(status, headers)
  const etag = headers.get('etag')
  if (etag) versions.set(body, etag)
  return body
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the page of a proxy or of a hotel's network
  }
}

function problemOf(status: number, headers: FetchAnswer['headers'], body: unknown): FeedbackError {
  // Each member is checked before it is used: anybody on the way may have answered.
  const problem = (body ?? {}) as Record<string, unknown>
  if (typeof problem.code !== 'string') return unexpectedAnswer(status, headers)
  return new FeedbackError(problem.code, text(problem.title), {
    status,
    detail: text(problem.detail),
    requestId: text(problem.request_id),
    errors: Array.isArray(problem.errors) ? problem.errors : [],
    retryAfterMs: waitOf(headers),
  })
}

/** The answer does not come from the service, or does not match its description. */
export function unexpectedAnswer(status: number, headers?: FetchAnswer['headers']): FeedbackError {
  return new FeedbackError('unexpected_answer', `The service did not answer this (status ${status}).`, {
    status,
    detail: 'Something in between may have: check the network and apiOrigin.',
    retryAfterMs: headers && waitOf(headers),
  })
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Retry-After holds seconds or an HTTP date. */
function waitOf(headers: FetchAnswer['headers']): number | undefined {
  const value = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const date = value.endsWith('GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
