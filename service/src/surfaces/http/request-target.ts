import type { IncomingMessage } from 'node:http'

const HOST = /^[A-Za-z0-9.:[\]-]{1,255}$/
const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)$/i

export interface RequestTarget {
  /** In lower case; undefined if the header is missing, repeated or not a host. */
  readonly host: string | undefined
  /** With the query. */
  readonly path: string
}

/**
 * The target of a request. A target that names its host itself (RFC 9112, 3.2.2) must name the same host as the header: a proxy before us could use
 * the other one. Otherwise it is undefined, and so is `*` with any method but OPTIONS (3.2.4).
 */
export function targetOf(request: IncomingMessage): RequestTarget | undefined {
  const host = hostOf(request)
  const target = request.url ?? ''
  if (target.startsWith('/') || (target === '*' && request.method === 'OPTIONS')) return { host, path: target }
  const [, authority, rest = ''] = ABSOLUTE.exec(target) ?? []
  if (host === undefined || authority?.toLowerCase() !== host) return undefined
  return { host, path: rest.startsWith('/') ? rest : `/${rest}` }
}

function hostOf({ headers: { host }, rawHeaders }: IncomingMessage): string | undefined {
  if (!host || !HOST.test(host)) return undefined
  let seen = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    // Names have all lengths but few have four letters: the comparison is rarely reached.
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') seen += 1
  }
  return seen === 1 ? host.toLowerCase() : undefined
}
