import type { FastifyReply, FastifyRequest } from 'fastify'

/** No script reads them, no other site sends them along, and on https no sibling host can set those of a whole host. */
export interface Cookies {
  read(request: FastifyRequest, name: string): string | undefined
  write(reply: FastifyReply, name: string, value: string, seconds: number): void
  clear(reply: FastifyReply, name: string): void
  /** The cookies with matching names, in the order of the browser: the oldest first. */
  named(request: FastifyRequest, pattern: RegExp): Cookie[]
}

export interface Cookie {
  readonly name: string
  readonly value: string
}

/** A cookie with a path is only sent below it; browsers allow the stronger prefix only for cookies of a whole host. */
export function cookiesFor(isSecure: boolean, path = '/'): Cookies {
  const prefix = !isSecure ? '' : path === '/' ? '__Host-' : '__Secure-'
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  // Fastify sends every Set-Cookie that is added.
  const add = (reply: FastifyReply, cookie: string) => void reply.header('set-cookie', cookie)
  const own = (request: FastifyRequest) =>
    cookiesOf(request)
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, value }) => ({ name: name.slice(prefix.length), value }))
  return {
    read: (request, wanted) => own(request).find(({ name }) => name === wanted)?.value || undefined,
    write: (reply, name, value, seconds) =>
      add(reply, `${prefix}${name}=${value}; ${attributes}; Max-Age=${Math.max(0, Math.floor(seconds))}`),
    clear: (reply, name) => add(reply, `${prefix}${name}=; ${attributes}; Max-Age=0`),
    named: (request, pattern) => own(request).filter(({ name }) => pattern.test(name)),
  }
}

/**
 * Removes only spaces and tabs from a name. A sibling host may set a cookie whose name begins with other white space and continues like
 * one of ours; for browsers it has no prefix, so nothing protects it.
 */
function cookiesOf({ headers: { cookie = '' } }: FastifyRequest): Cookie[] {
  return cookie.split(';').map((pair) => {
    const at = pair.indexOf('=')
    return { name: bare(pair.slice(0, Math.max(0, at))), value: bare(pair.slice(at + 1)) }
  })
}

function bare(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '')
}
