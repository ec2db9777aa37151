import { readAnswer } from './answer.ts'
import type { Form, Lines } from './api.ts'
import { FeedbackError } from './feedback-error.ts'
import { host, type StopSignal } from './host.ts'
import type { Transport } from './options.ts'
import { unlessStopped } from './wait.ts'

const FIRST_PAUSE_MS = 500

/** One call as it is sent, the same at each attempt. */
export interface Parcel {
  readonly method: string
  /** Below the base URL, with its query. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string | Form | Lines | undefined
  readonly signal?: StopSignal | undefined
  /** Throws if the call must not be sent again. */
  readonly check?: () => void
}

/** Sends a call, and repeats it if that can help and does no harm. */
export async function deliver(transport: Transport, parcel: Parcel): Promise<unknown> {
  let mayHaveWorked = false
  for (let tries = 1; ; tries += 1) {
    parcel.check?.()
    try {
      return await sendOnce(transport, parcel)
    } catch (error) {
      if (!(error instanceof FeedbackError)) throw error
      // It is gone, as requested: an earlier attempt deleted it, and only its answer was lost.
      if (mayHaveWorked && parcel.method === 'DELETE' && error.status === 404) return undefined
      const pause = error.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2)
      const isUnanswered = error.code === 'network_error' || error.status === 502 || error.status === 504
      const isRefused = error.status === 429 || error.status === 503 || error.code === 'idempotency_in_progress'
      const isRepeatable = isRefused || (isUnanswered && parcel.method !== 'PATCH')
      if (!isRepeatable || tries >= transport.tries || pause > transport.longestWaitMs) throw error
      mayHaveWorked ||= isUnanswered
      await unlessStopped(transport.sleep(pause), parcel.signal)
    }
  }
}

async function sendOnce(transport: Transport, { method, path, headers, body, signal }: Parcel): Promise<unknown> {
  const controller = host.AbortController && new host.AbortController()
  const { fetch, requestTimeoutMs: milliseconds } = transport
  // No `cache`: React Native's fetch would add a parameter to the address. No redirect: a token must only go to the service.
  const answered = new Promise<unknown>((resolve) => {
    const sent = fetch(`${transport.apiOrigin}/v1${path}`, {
      method,
      headers: { ...headers, ...(typeof body === 'string' && { 'Content-Type': 'application/json' }) },
      credentials: 'omit',
      redirect: 'error',
      ...(body !== undefined && { body }),
      ...(controller && { signal: controller.signal }),
    })
    resolve(sent.then(readAnswer))
  })
  const error = () => unansweredError(transport, ` within ${milliseconds} ms`)
  try {
    return await unlessStopped(answered, signal, { milliseconds, error })
  } catch (error) {
    controller?.abort()
    throw error instanceof FeedbackError ? error : unansweredError(transport, '', error)
  }
}

function unansweredError({ unansweredDetail: detail }: Transport, when: string, cause?: unknown): FeedbackError {
  return new FeedbackError('network_error', `No answer came${when}.`, { detail, cause })
}
