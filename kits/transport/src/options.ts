import { FeedbackError } from './feedback-error.ts'
import { type Fetch, host } from './host.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { sleep } from './wait.ts'

/** The options of both kits about sending calls. */
export interface TransportOptions {
  /** The API's address without `/v1`, such as https://api.example.com. */
  readonly apiOrigin: string
  /** By default the `fetch` of the platform, at the time when the client is made. */
  readonly fetch?: Fetch | undefined
  /** Makes the Idempotency-Key of a POST; 1 to 255 printable ASCII characters that were never used before. */
  readonly newIdempotencyKey?: (() => string) | undefined
  /** How often a call is sent at most if repeating can help; 3 by default. */
  readonly tries?: number | undefined
  /** The longest pause that a call waits if the service asks for one; 60,000 by default. */
  readonly longestWaitMs?: number | undefined
  /** The time limit of one attempt; 30,000 by default. */
  readonly requestTimeoutMs?: number | undefined
  /** How to wait between attempts; for tests. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined
}

export type Transport = ReturnType<typeof checkTransport>

/** Refuses wrong options at once, so that a mistake shows where it was made. `unansweredDetail` says what may be wrong if no answer comes. */
export function checkTransport(options: TransportOptions, unansweredDetail: string) {
  const { apiOrigin, fetch = host.fetch } = options
  if (!/^https?:\/\/[^\s/?#]+$/.test(apiOrigin)) {
    throw optionInvalid('apiOrigin must be an origin alone, such as https://api.example.com.')
  }
  if (typeof fetch !== 'function') throw optionInvalid('There is no fetch here: pass one.')
  return {
    apiOrigin,
    fetch,
    unansweredDetail,
    newIdempotencyKey: options.newIdempotencyKey ?? newIdempotencyKey,
    tries: options.tries ?? 3,
    longestWaitMs: options.longestWaitMs ?? 60_000,
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    sleep: options.sleep ?? sleep,
  }
}

export function optionInvalid(title: string): FeedbackError {
  return new FeedbackError('option_invalid', title)
}
