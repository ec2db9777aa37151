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
  /** 0 if there was no answer. */
  readonly status?: number
  readonly detail?: string
  readonly requestId?: string | undefined
  readonly errors?: Problem['errors'] | undefined
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** An error of the service or of the connection to it. Match on `code`. No message contains a token, a session or a key. */
export class FeedbackError extends Error {
  // Defined, not assigned: if a page froze Error.prototype, an assignment would throw.
  override readonly name: string = 'FeedbackError'
  readonly code: FeedbackErrorCode
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number
  readonly title: string
  /** What to do about it. */
  readonly detail: string
  /** The id of the request in the service's log. */
  readonly requestId: string | undefined
  /** For an invalid body or query: each invalid place. */
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
