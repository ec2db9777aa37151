type Headers = Readonly<Record<string, string>>

/** For everything that is not a page: nothing may be shown, framed or guessed at. Few, because every answer carries them. */
export function securityHeaders(origin: string): Headers {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store', // unless the answer says otherwise
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** For pages: only content that the policy allows, and no features of the device. */
export function pageHeaders(origin: string, contentPolicy: string): Headers {
  return {
    ...securityHeaders(origin),
    'content-security-policy': `${contentPolicy}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
}
