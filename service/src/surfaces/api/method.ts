import type { IncomingMessage } from 'node:http'

/**
 * A POST with this header is treated as a PATCH everywhere: routing, limits, log. Java's HttpURLConnection cannot send
 * PATCH. No other method can be named this way, and pages cannot send the header, because a preflight does not allow
 * it.
 */
export function readMethod(request: IncomingMessage): IncomingMessage {
  if (request.method === 'POST' && request.headers['x-http-method-override'] === 'PATCH') request.method = 'PATCH'
  return request
}
