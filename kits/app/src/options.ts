import type { Operations } from './api.ts'
import { FeedbackError } from './feedback-error.ts'
import { type Fetch, host } from './host.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { sleep } from './wait.ts'

/** The signed-in user, as they see themselves. */
export type Me = Operations['GET /me']['answer']

export interface FeedbackClientOptions {
  /** The API's address without `/v1`, such as https://api.example.com. */
  readonly apiOrigin: string
  /** The project's publishable key, `svc_pk_…`. It may be public. */
  readonly projectKey: string
  /** Asks your backend for a new sign-in token of whoever is signed in to your app. Without it the client only reads. */
  readonly getToken?: (() => Promise<string>) | undefined
  /** Told who is signed in whenever that changes; null for nobody. */
  readonly onSessionChange?: ((user: Me | null) => void) | undefined
  /** The platform's own unless given; it is taken when the client is made. */
  readonly fetch?: Fetch | undefined
  /** Makes the Idempotency-Key of a POST; 1 to 255 printable ASCII characters that were never used before. */
  readonly newIdempotencyKey?: (() => string) | undefined
  /** How often a call is sent at most, where repeating can help; 3 unless given. */
  readonly tries?: number | undefined
  /** A service that asks for a longer pause is not waited for; 60,000 unless given. */
  readonly longestWaitMs?: number | undefined
  /** How long `getToken` has; 15,000 unless given. */
  readonly tokenTimeoutMs?: number | undefined
  /** How long one try has; 30,000 unless given. */
  readonly requestTimeoutMs?: number | undefined
  /** How to wait between tries; for tests. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined
}

export type CheckedOptions = ReturnType<typeof checkedOptions>

/** Refuses wrong options at once, so that a mistake shows where it was made. */
export function checkedOptions(options: FeedbackClientOptions) {
  const { apiOrigin, projectKey, getToken, fetch = host.fetch } = options
  if (!/^https?:\/\/[^\s/?#]+$/.test(apiOrigin)) {
    throw refused('apiOrigin must be an origin alone, such as https://api.example.com.')
  }
  if (/^svc_sk_/.test(projectKey)) {
    throw refused('projectKey is a secret key, and whoever has the app can read it: revoke it now.')
  }
  if (!/^svc_pk_\w+$/.test(projectKey)) throw refused('projectKey must be the publishable key, svc_pk_…')
  if (getToken !== undefined && typeof getToken !== 'function') {
    throw refused('getToken must be a function.')
  }
  if (typeof fetch !== 'function') throw refused('There is no fetch here: pass one.')
  return {
    apiOrigin,
    projectKey,
    getToken,
    fetch,
    onSessionChange: options.onSessionChange,
    newIdempotencyKey: options.newIdempotencyKey ?? newIdempotencyKey,
    tries: options.tries ?? 3,
    longestWaitMs: options.longestWaitMs ?? 60_000,
    tokenTimeoutMs: options.tokenTimeoutMs ?? 15_000,
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    sleep: options.sleep ?? sleep,
  }
}

function refused(title: string): FeedbackError {
  return new FeedbackError('option_invalid', title)
}
