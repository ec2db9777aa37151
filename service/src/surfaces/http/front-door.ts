import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { newId } from '../../foundation/ids/index.ts'
import type { Log } from '../../foundation/log/index.ts'
import {
  headersTooLarge,
  invalidRequest,
  notFound,
  Problem,
  type ProblemKind,
  requestTimeout,
  unknownHost,
} from '../../foundation/problems/index.ts'
import type { ProblemWriter } from './problem-writer.ts'

/** One of the things served on the port. The first that takes the host and path of a request answers it. */
export interface Surface {
  takes(host: string, path: string): boolean
  /** On every answer of the surface, failures included. */
  readonly headers: readonly (readonly [string, string])[]
  handle(request: IncomingMessage, response: ServerResponse): void
}

export interface FrontDoor {
  readonly server: Server
  /** Takes no new work, lets what is under way finish, and cuts what is left after the limit. */
  close(limitMs: number): Promise<void>
}

export interface FrontDoorOptions {
  readonly surfaces: readonly Surface[]
  readonly headers: Surface['headers']
  readonly write: ProblemWriter
  readonly log: Log
}

/** How the parser's refusals are called in our catalogue; every other one is a malformed request. */
const PARSER: Readonly<Record<string, ProblemKind>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
}

type ParserError = Error & { code?: string; rawPacket?: Buffer }

/** A method the parser does not know is an endpoint that does not exist, if the line is HTTP at all. */
function kindOf({ code = '', rawPacket }: ParserError): ProblemKind {
  const strangeMethod =
    code === 'HPE_INVALID_METHOD' && /^[!-~]{1,40} \S+ HTTP\/1\.[01]\r?\n/.test(rawPacket?.toString('latin1') ?? '')
  return strangeMethod ? notFound : (PARSER[code] ?? invalidRequest)
}

const requestIds = new WeakMap<IncomingMessage, string>()

export function requestIdOf(request: IncomingMessage): string {
  return requestIds.get(request) ?? newId('request')
}

/** The only listener: gives each request its id, finds its surface by host, and answers what HTTP itself gets wrong. */
export function openFrontDoor({ surfaces, headers, write, log }: FrontDoorOptions): FrontDoor {
  function admit(request: IncomingMessage, response: ServerResponse): void {
    const id = newId('request')
    const path = request.url ?? ''
    requestIds.set(request, id)
    response.setHeader('request-id', id)
    const host = hostOf(request)
    const surface = host === undefined ? undefined : surfaces.find((candidate) => candidate.takes(host, path))
    for (const [name, value] of surface?.headers ?? headers) response.setHeader(name, value)
    if (surface) surface.handle(request, response)
    else turnAway(request, response, host)
  }

  function turnAway(request: IncomingMessage, response: ServerResponse, host: string | undefined): void {
    const problem =
      host === undefined
        ? new Problem(invalidRequest, { detail: 'The request needs exactly one valid Host header.' })
        : new Problem(unknownHost)
    const answer = write(problem, { id: requestIdOf(request), path: request.url ?? '' })
    const length = Buffer.byteLength(answer.body)
    response
      .writeHead(answer.status, { ...answer.headers, 'content-length': length, connection: 'close' })
      .end(answer.body)
  }

  function refuse(kind: ProblemKind, socket: Duplex, reason?: unknown): void {
    const id = newId('request')
    log.debug({ request_id: id, err: reason }, kind.code)
    if (!socket.writable) return void socket.destroy()
    const answer = write(new Problem(kind), { id, path: '' })
    const lines = Object.entries({
      ...Object.fromEntries(headers),
      ...answer.headers,
      'request-id': id,
      date: new Date().toUTCString(),
      'content-length': Buffer.byteLength(answer.body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${answer.body}`)
  }

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 72_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false, // its own refusal has no body; hostOf refuses instead
    },
    admit,
  )
  server.on('checkExpectation', admit) // an expectation nobody knows is ignored; the refusal of Node has no body
  server.on('connect', (_, socket) => refuse(notFound, socket))
  server.on('clientError', (error: ParserError, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else refuse(kindOf(error), socket, error)
  })
  return { server, close: (limitMs) => closeServer(server, limitMs) }
}

/** The host in lower case, or undefined where the header is missing, doubled or not a host. */
function hostOf(request: IncomingMessage): string | undefined {
  const host = request.headers.host
  if (!host || !/^[A-Za-z0-9.:[\]-]{1,255}$/.test(host)) return undefined
  let seen = 0
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    if (request.rawHeaders[at]?.toLowerCase() === 'host') seen += 1
  return seen === 1 ? host.toLowerCase() : undefined
}

function closeServer(server: Server, limitMs: number): Promise<void> {
  return new Promise((done) => {
    const limit = setTimeout(() => server.closeAllConnections(), limitMs)
    // A kept-alive connection that becomes idle while we wait is closed too, instead of holding the stop up.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(limit)
      clearInterval(sweep)
      done()
    })
    server.closeIdleConnections()
  })
}
