import type { Surface } from './front-door.ts'

/** For everything; a surface that shows pages replaces the content policy by one that lets its own parts in. */
export function securityHeaders(
  origin: string,
  contentPolicy = "default-src 'none'; frame-ancestors 'none'",
): Surface['headers'] {
  const headers: [string, string][] = [
    ['content-security-policy', contentPolicy],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=()'],
  ]
  if (origin.startsWith('https:')) headers.push(['strict-transport-security', 'max-age=63072000; includeSubDomains'])
  return headers
}
