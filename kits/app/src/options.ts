import { checkTransport, optionInvalid, type TransportOptions } from '../../transport/src/options.ts'
import type { Operations } from './api.ts'

/** The signed-in user, as they see themselves. */
export type Me = Operations['GET /me']['answer']

export interface FeedbackClientOptions extends TransportOptions {
  /** The project's publishable key, `svc_pk_…`. It may be public. */
  readonly projectKey: string
  /** Asks your backend for a new sign-in token for the user who is signed in to your app. Without it the client only reads. */
  readonly getToken?: (() => Promise<string>) | undefined
  /** Called with the signed-in user whenever that changes; null if nobody is signed in. */
  readonly onSessionChange?: ((user: Me | null) => void) | undefined
  /** The time limit of `getToken`; 15,000 by default. */
  readonly tokenTimeoutMs?: number | undefined
}

export type CheckedOptions = ReturnType<typeof checkOptions>

/** Refuses wrong options at once, so that a mistake shows where it was made. */
export function checkOptions(options: FeedbackClientOptions) {
  const { projectKey, getToken, onSessionChange, tokenTimeoutMs = 15_000 } = options
  const transport = checkTransport(
    options,
    'Offline, apiOrigin is wrong, or the page’s origin is not among the project’s allowed origins.',
  )
  if (/^svc_sk_/.test(projectKey)) {
    throw optionInvalid('projectKey is a secret key, and whoever has the app can read it: revoke it now.')
  }
  if (!/^svc_pk_\w+$/.test(projectKey)) throw optionInvalid('projectKey must be the publishable key, svc_pk_…')
  if (getToken !== undefined && typeof getToken !== 'function') throw optionInvalid('getToken must be a function.')
  return { ...transport, projectKey, getToken, onSessionChange, tokenTimeoutMs }
}
