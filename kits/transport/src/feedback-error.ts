import type { Problem, ProblemCode } from './api.ts'

/** Errors without an answer of the service. */
export type KitErrorCode =
  | 'option_invalid'
  | 'argument_invalid'
  | 'network_error'
  | 'unexpected_answer'
  | 'token_unavailable'
  | 'signed_out'
  | 'user_changed'
  | 'aborted'

/** The codes that are known now; the service may add others. */
export type FeedbackErrorCode = KitErrorCode | ProblemCode | (string & {})

export interface FeedbackErrorFacts {
  /** 0 where no answer came. */
  readonly status?: number
  readonly detail?: string
  readonly requestId?: string | undefined
  readonly errors?: Problem['errors'] | undefined
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** What the service refused, or the way to it. Match on `code`. No message holds a token, a session or a key. */
export class FeedbackError extends Error {
  // Defined, not assigned: where a page froze Error.prototype, an assignment would throw.
  override readonly name: string = 'FeedbackError'
  readonly code: FeedbackErrorCode
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  readonly title: string
  /** What to do about it. */
  readonly detail: string
  /** Finds the request in the service's log. */
  readonly requestId: string | undefined
  /** For a body or query of the wrong shape: each place that does not fit. */
  readonly errors: NonNullable<Problem['errors']>
  /** How long the service asked to wait. */
  readonly retryAfterMs: number | undefined

  constructor(code: FeedbackErrorCode, title: string, facts: FeedbackErrorFacts = {}) {
    const { status = 0, detail = '', requestId, errors = [], retryAfterMs, cause } = facts
    super(`${code}: ${title}${detail && ` ${detail}`}`, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.title = title
    this.detail = detail
    this.requestId = requestId
    this.errors = errors
    this.retryAfterMs = retryAfterMs
  }
}
