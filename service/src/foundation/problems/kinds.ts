import type { ProblemKind } from './problem.ts'

/* Problems that any HTTP service has. Problems of feedback boards are in the rooms of the domain. */

export const invalidJson = {
  code: 'invalid_json',
  status: 400,
  title: 'The request body is not valid JSON.',
  message: 'Invalid request body',
  remedy: 'Send one JSON value in UTF-8, without a byte order mark and without duplicate members.',
} as const satisfies ProblemKind

export const invalidRequest = {
  code: 'invalid_request',
  status: 400,
  title: 'The request has the wrong shape.',
  remedy: 'Compare the request with the API reference; the member “errors” names each wrong place.',
} as const satisfies ProblemKind

export const csrfRejected = {
  code: 'csrf_rejected',
  status: 403,
  title: 'This request did not come from a page of this site.',
  remedy: 'Open the page itself and try again there. Programs use the API.',
} as const satisfies ProblemKind

export const notFound = {
  code: 'not_found',
  status: 404,
  title: 'There is nothing here.',
  message: 'Not Found',
  remedy: 'Check the method, the path and the id. The answer is the same for something that the caller may not see.',
  inForms: 'It no longer exists.',
} as const satisfies ProblemKind

export const requestTimeout = {
  code: 'request_timeout',
  status: 408,
  title: 'The request took too long to arrive.',
  remedy:
    'Send the whole request without pauses. The headers must arrive within 10 seconds, the whole request within 30.',
} as const satisfies ProblemKind

export const versionConflict = {
  code: 'version_conflict',
  status: 409,
  title: 'This was changed after you read it.',
  remedy: 'Read it again, look at what changed, and send the change with the new ETag as If-Match.',
  inForms:
    'Somebody else changed this after you opened it. What you typed is still here: check the current version, then save again.',
} as const satisfies ProblemKind

export const bodyTooLarge = {
  code: 'body_too_large',
  status: 413,
  title: 'The request body is larger than this endpoint accepts.',
  message: 'Request body is too large',
  remedy: 'Send a smaller body; the API reference states the limit of each endpoint.',
} as const satisfies ProblemKind

export const unsupportedMediaType = {
  code: 'unsupported_media_type',
  status: 415,
  title: 'The request body has a media type or encoding that is not accepted.',
  remedy: 'Send Content-Type: application/json and no Content-Encoding.',
} as const satisfies ProblemKind

export const unknownHost = {
  code: 'unknown_host',
  status: 421,
  title: 'No service answers at this host name.',
  remedy: 'Use the address of the API or of a board. API_ORIGIN and BOARD_ORIGIN set them.',
} as const satisfies ProblemKind

export const headersTooLarge = {
  code: 'headers_too_large',
  status: 431,
  title: 'The request line and headers are too large.',
  remedy: 'Keep the request line and all headers together under 16 KiB.',
} as const satisfies ProblemKind

export const internalError = {
  code: 'internal_error',
  status: 500,
  title: 'Something failed on our side.',
  message: 'Internal server error',
  remedy: 'Try again. If it fails again, send the request_id to the people who run the service.',
} as const satisfies ProblemKind

export const unavailable = {
  code: 'unavailable',
  status: 503,
  title: 'The service cannot answer right now.',
  remedy: 'Wait as long as Retry-After says, then send the same request again.',
} as const satisfies ProblemKind
