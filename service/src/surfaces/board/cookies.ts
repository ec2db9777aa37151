import type { FastifyReply, FastifyRequest } from 'fastify'

/** Cookies of the board: no script reads them, no other site sends them along, and on https no sibling host can set them. */
export interface Cookies {
  read(request: FastifyRequest, name: string): string | undefined
  write(reply: FastifyReply, name: string, value: string, seconds: number): void
  clear(reply: FastifyReply, name: string): void
  /** The names of those that begin so. */
  named(request: FastifyRequest, beginning: string): string[]
}

export function cookiesFor(isSecure: boolean): Cookies {
  const prefix = isSecure ? '__Host-' : ''
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const all = ({ headers }: FastifyRequest) =>
    (headers.cookie ?? '').split(';').map((pair) => {
      const [name = '', ...value] = pair.trim().split('=')
      return { name, value: value.join('=') }
    })
  const add = (reply: FastifyReply, cookie: string) => {
    const others = [reply.getHeader('set-cookie') ?? []].flat().map(String)
    reply.header('set-cookie', [...others, cookie])
  }
  return {
    read: (request, name) => all(request).find((cookie) => cookie.name === prefix + name)?.value || undefined,
    write: (reply, name, value, seconds) =>
      add(reply, `${prefix}${name}=${value}; ${attributes}; Max-Age=${Math.max(0, Math.floor(seconds))}`),
    clear: (reply, name) => add(reply, `${prefix}${name}=; ${attributes}; Max-Age=0`),
    named: (request, beginning) =>
      all(request)
        .filter(({ name }) => name.startsWith(prefix + beginning))
        .map(({ name }) => name.slice(prefix.length)),
  }
}
