/* Made from the API's own description (docs/reference/openapi.json) by `npm run reference`. Do not edit. */

/** One page of a list. */
export interface Page<Item> {
  data: Item[]
  /** Send it as `cursor` for the next page; null on the last. */
  next_cursor: string | null
}

/** Any `FormData`, with the file as its one part. */
export interface Form {
  append(name: string, value: never): void
}

/** Any `Blob` of the type application/x-ndjson. */
export interface Lines {
  readonly size: number
  readonly type: string
}

/** RFC 9457 problem details. Match on `code`; it never changes its meaning. */
export interface Problem {
  /** The page that explains the code. */
  type: string
  /** The problem in one sentence; the same for every problem with this code. */
  title: string
  /** The HTTP status. */
  status: number
  /** What to do about it, in words. */
  detail: string
  /** Stable name of the problem. */
  code: string
  /** The path of the request. */
  instance: string
  /** The same as in the header Request-Id. Use it to find the request in the log. */
  request_id: string
  /** The same as `status`. */
  statusCode: number
  /** A short text for tools that show this member; match on `code`. */
  message: string
  /**
   * For a body or query of the wrong shape: the wrong places, at most 20. If it has more than 100 parts, only the first
   * wrong place is named.
   */
  errors?: {
    /** JSON pointer to the place. */
    pointer: string
    /** What is wrong there, in words. */
    detail: string
  }[]
}

/** What the service can refuse a call with. */
export type ProblemCode =
  | 'body_too_large'
  | 'category_in_use'
  | 'category_required'
  | 'category_slug_taken'
  | 'comments_locked'
  | 'cursor_invalid'
  | 'domain_claim_lapsed'
  | 'domain_not_set'
  | 'domain_taken'
  | 'domain_unproven'
  | 'field_key_taken'
  | 'headers_too_large'
  | 'idempotency_in_progress'
  | 'idempotency_key_invalid'
  | 'idempotency_key_required'
  | 'idempotency_key_reused'
  | 'import_state'
  | 'import_unreadable'
  | 'internal_error'
  | 'invalid_json'
  | 'invalid_request'
  | 'key_invalid'
  | 'key_taken'
  | 'kid_taken'
  | 'limit_reached'
  | 'name_locked'
  | 'name_taken'
  | 'name_unavailable'
  | 'not_author'
  | 'not_found'
  | 'origin_not_allowed'
  | 'picture_too_large'
  | 'picture_type_unsupported'
  | 'picture_unreadable'
  | 'post_in_discussion'
  | 'post_merged'
  | 'posting_closed'
  | 'private_key_rejected'
  | 'project_key_invalid'
  | 'project_key_required'
  | 'rate_limited'
  | 'request_timeout'
  | 'scope_missing'
  | 'secret_key_in_browser'
  | 'secret_key_invalid'
  | 'segment_in_use'
  | 'session_ended'
  | 'session_expired'
  | 'session_invalid'
  | 'session_required'
  | 'signing_key_not_active'
  | 'signing_key_revoked'
  | 'signing_key_unknown'
  | 'slug_taken'
  | 'status_in_use'
  | 'status_required'
  | 'token_alg_not_allowed'
  | 'token_audience_mismatch'
  | 'token_claim_invalid'
  | 'token_expired'
  | 'token_header_not_allowed'
  | 'token_issuer_mismatch'
  | 'token_lifetime_too_long'
  | 'token_malformed'
  | 'token_nonce_mismatch'
  | 'token_not_yet_valid'
  | 'token_rejected_erased'
  | 'token_replayed'
  | 'token_signature_invalid'
  | 'token_too_old'
  | 'token_type_invalid'
  | 'too_many_active_keys'
  | 'unavailable'
  | 'unknown_host'
  | 'unsupported_media_type'
  | 'url_not_allowed'
  | 'user_banned'
  | 'version_conflict'
  | 'voting_closed'
  | 'webhook_disabled'
