import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type Failure, failureOf, TimedOut } from './failure.ts'
import { type GuardOptions, openGuard, type Refusal } from './guard.ts'

/** From the first question to DNS to the last byte of the answer. */
const ANSWERED_WITHIN_MS = 15_000
const MOST_BYTES = 64 * 1024
/** What is kept of an answer. */
const EXCERPT_BYTES = 1024
/** Shorter than most servers keep a connection that is not used. */
const IDLE_MS = 4_000

export interface Posted {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface Answered {
  readonly kind: 'answered'
  readonly status: number
  readonly retryAfter: string | undefined
  /** The first bytes as a text. */
  readonly excerpt: string
}

/** What became of a request. */
export type Outcome = (Answered | { readonly kind: 'failed'; readonly failure: Failure }) & { readonly ms: number }

/** The only way to call an address that somebody typed in. */
export interface Egress {
  /** Why such an address must not be called, as far as DNS says now. Undefined: it may be. */
  refusalOf(url: string): Promise<Refusal | undefined>
  /** Never throws: a failure is an outcome. Follows no redirect and unpacks no compression. */
  post(url: string, posted: Posted): Promise<Outcome>
  close(): void
}

export interface EgressOptions extends GuardOptions {
  /** Other than the usual; for tests. */
  readonly withinMs?: number
}

export function openEgress({ withinMs = ANSWERED_WITHIN_MS, ...options }: EgressOptions): Egress {
  const guard = openGuard(options)
  // Agents of our own take no proxy from the environment. A connection stays with the address that was checked for it.
  const settings = { keepAlive: true, maxFreeSockets: 8, timeout: IDLE_MS, lookup: guard.lookUp }
  const http = new HttpAgent(settings)
  const https = new HttpsAgent(settings)

  function begin(url: string, { headers, body }: Posted): ClientRequest {
    const isTls = new URL(url).protocol === 'https:'
    const length = { 'content-length': String(body.length), 'accept-encoding': 'identity' }
    const common = { method: 'POST', headers: { ...headers, ...length }, insecureHTTPParser: false }
    return isTls ? httpsRequest(url, { ...common, agent: https }) : httpRequest(url, { ...common, agent: http })
  }

  return {
    refusalOf: guard.refusalNow,
    post: async (url, posted) => {
      const started = performance.now()
      const took = () => Math.round(performance.now() - started)
      const send = () => answerOf(begin(url, posted), posted.body, withinMs - took())
      const answer = guard.refusalOf(url)
        ? 'not_allowed'
        : await send()
            .catch((error) => (error instanceof LeftConnection ? send() : Promise.reject(error)))
            .catch(failureOf)
      return typeof answer === 'string' ? { kind: 'failed', failure: answer, ms: took() } : { ...answer, ms: took() }
    },
    close: () => {
      http.destroy()
      https.destroy()
    },
  }
}

/** The server closed a kept connection just when the request was sent on it. */
class LeftConnection extends Error {}

/** The head of the answer decides. Of its body no more is read than the limits allow, and no more is waited for. */
function answerOf(request: ClientRequest, body: Buffer, withinMs: number): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => request.destroy(new TimedOut()), withinMs)
    let isAnswered = false
    const fail = (error: Error) => {
      if (!isAnswered) reject(error)
    }
    request.once('response', (response) => {
      isAnswered = true
      readExcerpt(response, (excerpt) => {
        const { statusCode: status = 0, headers } = response
        resolve({ kind: 'answered', status, retryAfter: headers['retry-after'], excerpt })
      })
    })
    request.on('error', (error) => {
      const isLeft = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
      fail(isLeft ? new LeftConnection() : error)
    })
    request.once('close', () => {
      clearTimeout(limit)
      fail(new Error('The connection ended without an answer.'))
    })
    request.end(body)
  })
}

function readExcerpt(response: IncomingMessage, done: (excerpt: string) => void): void {
  const kept: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    if (bytes < EXCERPT_BYTES) kept.push(chunk.subarray(0, EXCERPT_BYTES - bytes))
    bytes += chunk.length
    if (bytes > MOST_BYTES) response.destroy()
  })
  response.on('error', () => {}) // it was cut off, by us or by the server; 'close' follows
  response.once('close', () => done(Buffer.concat(kept).toString('utf8')))
}
