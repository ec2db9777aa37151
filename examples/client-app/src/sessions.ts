import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Person } from './people.ts'

const LASTS_SECONDS = 8 * 60 * 60

export type Sessions = ReturnType<typeof openSessions>

/** Acme's own sessions, kept in memory. The feedback board knows nothing of them. */
export function openSessions(origin: string) {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? '__Host-acme_session' : 'acme_session'
  const cookie = (value: string, seconds: number) =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const open = new Map<string, { readonly person: Person; readonly until: number }>()

  const idOf = ({ headers }: IncomingMessage) =>
    headers.cookie
      ?.split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? ''

  return {
    personOf(request: IncomingMessage): Person | undefined {
      const session = open.get(idOf(request))
      return session && session.until > Date.now() ? session.person : undefined
    },
    /** Returns the cookie to set. An earlier session of the browser ends. */
    begin(request: IncomingMessage, person: Person): string {
      open.delete(idOf(request))
      for (const [id, { until }] of open) if (until <= Date.now()) open.delete(id)
      const id = randomBytes(32).toString('base64url')
      open.set(id, { person, until: Date.now() + LASTS_SECONDS * 1000 })
      return cookie(id, LASTS_SECONDS)
    },
    end(request: IncomingMessage): string {
      open.delete(idOf(request))
      return cookie('', 0)
    },
  }
}
