import type { LookupFunction } from 'node:net'
import type { buildConnector, Client } from 'undici'
import { TimedOut } from './failure.ts'

const MOST_BYTES = 64 * 1024
/** What is kept of an answer. */
const EXCERPT_BYTES = 1024
/** Shorter than most servers keep a connection that is not used. */
const IDLE_MS = 4_000
/** A connection stays with the address that was checked for it, so it also ends when it is in use: then the name is asked for again. */
const LONGEST_MS = 5 * 60_000
/** How many connections that are not in use are kept for a host. */
const MOST_FREE = 16

export interface Posted {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Answered {
  readonly kind: 'answered'
  readonly status: number
  readonly retryAfter: string | undefined
  /** The first bytes as a text. */
  readonly excerpt: string
}

/** The server closed a kept connection just when the request was sent on it. */
export class LeftConnection extends Error {}

/** A connection to a host, for one request at a time. */
interface Line {
  readonly client: Client
  /** When it was connected; undefined: it is not. */
  since: number | undefined
  /** Whether an answer came on this connection already. */
  hasAnswered: boolean
}

/** Connections that are kept for the next request to the same host. */
export interface Lines {
  /** Fails where there is no answer. Follows no redirect and unpacks no compression. */
  post(url: URL, posted: Posted, withinMs: number): Promise<Answered>
  close(): void
}

export function openLines(lookup: LookupFunction): Lines {
  const all = new Set<Line>()
  const free = new Map<string, Line[]>()
  let loaded: Promise<(origin: string) => Client> | undefined
  /** Read when it is first needed: a service without webhooks does without it. */
  const load = async () => {
    const undici = await import('undici')
    const connect = undici.buildConnector({ lookup, timeout: 0, allowH2: false })
    return (origin: string) => clientFor(undici.Client, origin, connect)
  }

  async function lineTo(origin: string): Promise<Line> {
    const kept = free.get(origin)?.pop()
    if (kept) return kept
    loaded ??= load()
    const line: Line = { client: (await loaded)(origin), since: undefined, hasAnswered: false }
    all.add(line)
    line.client.on('connect', () => {
      line.since = performance.now()
    })
    line.client.on('disconnect', () => {
      Object.assign(line, { since: undefined, hasAnswered: false })
      if (withdraw(origin, line)) end(line)
    })
    return line
  }
  /** False: it is in use. */
  function withdraw(origin: string, line: Line): boolean {
    const kept = free.get(origin) ?? []
    const place = kept.indexOf(line)
    if (place >= 0) kept.splice(place, 1)
    if (kept.length === 0) free.delete(origin)
    return place >= 0
  }
  function keep(origin: string, line: Line): void {
    const kept = free.get(origin) ?? []
    const isOld = line.since === undefined || performance.now() - line.since > LONGEST_MS
    if (isOld || kept.length >= MOST_FREE) end(line)
    else {
      kept.push(line)
      free.set(origin, kept)
    }
  }
  function end(line: Line): void {
    all.delete(line)
    line.client.destroy().catch(() => {}) // it was not connected
  }

  return {
    post: async (url, posted, withinMs) => {
      const line = await lineTo(url.origin)
      return answerOn(line, url, posted, withinMs, {
        keep: () => keep(url.origin, line),
        end: () => end(line),
      })
    },
    close: () => {
      for (const line of all) end(line)
      free.clear()
    },
  }
}

function clientFor(Make: typeof Client, origin: string, connect: buildConnector.connector): Client {
  const times = { keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS, headersTimeout: 0, bodyTimeout: 0 }
  return new Make(origin, { connect, pipelining: 1, allowH2: false, ...times })
}

/** The head of the answer decides. Of its body no more is read than the limits allow, and no more is waited for. */
function answerOn(
  line: Line,
  url: URL,
  { headers, body }: Posted,
  withinMs: number,
  { keep, end }: { readonly keep: () => void; readonly end: () => void },
): Promise<Answered> {
  const { client } = line
  const isReused = line.hasAnswered
  return new Promise((resolve, reject) => {
    const kept: Buffer[] = []
    let bytes = 0
    let head: Pick<Answered, 'status' | 'retryAfter'> | undefined
    const finish = (error: Error | undefined) => {
      clearTimeout(limit)
      if (error) end()
      else keep()
      if (head) resolve({ kind: 'answered', ...head, excerpt: Buffer.concat(kept).toString('utf8') })
      else reject(isReused && isLeft(error) ? new LeftConnection() : error)
    }
    const limit = setTimeout(() => client.destroy(new TimedOut()), withinMs)
    client.dispatch(
      { method: 'POST', path: url.pathname + url.search, headers: { ...headers, 'accept-encoding': 'identity' }, body },
      {
        onRequestStart: () => {}, // it asks for one
        onResponseStart: (_, status, { 'retry-after': retryAfter }) => {
          // Answers below 200 only announce one.
          if (status >= 200) head = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter }
        },
        onResponseData: (controller, chunk) => {
          if (bytes < EXCERPT_BYTES) kept.push(Buffer.from(chunk.subarray(0, EXCERPT_BYTES - bytes)))
          bytes += chunk.length
          if (bytes > MOST_BYTES) controller.abort(new Error('The answer is too long.'))
        },
        onResponseEnd: () => {
          line.hasAnswered = true
          finish(undefined)
        },
        onResponseError: (_, error) => finish(error),
      },
    )
  })
}

function isLeft(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'UND_ERR_SOCKET')
}
