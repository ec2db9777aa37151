import type { IncomingMessage } from 'node:http'

/**
 * A POST that says it is a PATCH is one, from here on for everything: routing, limits, log. Java's HttpURLConnection cannot
 * send the method itself. Nothing else can be said this way, and no page can: the header is not among those of a preflight.
 */
export function readMethod(request: IncomingMessage): IncomingMessage {
  if (request.method === 'POST' && request.headers['x-http-method-override'] === 'PATCH') request.method = 'PATCH'
  return request
}
