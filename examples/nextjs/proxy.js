import { NextResponse } from 'next/server'

/** Next.js reads the nonce from the policy of the request and puts it on its own scripts. */
export function proxy(request) {
  const nonce = btoa(crypto.randomUUID())
  const apiOrigin = new URL(process.env.FEEDBACK_API_ORIGIN).origin
  const boardOrigin = new URL(process.env.FEEDBACK_BOARD_ORIGIN).origin
  const isDevelopment = process.env.NODE_ENV === 'development' // next dev evaluates code and writes styles into the page
  const policy = [
    "default-src 'self'",
    // The nonce allows the scripts of Next.js, and strict-dynamic what they load, such as widget.js.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
    `connect-src 'self' ${apiOrigin}`,
    `img-src 'self' ${boardOrigin}`,
    // The login form ends on the board when the visitor came from there.
    `form-action 'self' ${boardOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

  const headers = new Headers(request.headers)
  headers.set('Content-Security-Policy', policy)
  headers.set('x-nonce', nonce)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  return response
}

export const config = { matcher: '/((?!_next/static|_next/image|favicon.ico).*)' }
