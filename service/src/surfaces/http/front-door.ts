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
  handle(request: IncomingMessage, response: ServerResponse): void
}

export interface FrontDoor {
  readonly server: Server
  /** Takes no new work, lets what is under way finish, and cuts what is left after the limit. */
  close(limitMs: number): Promise<void>
}

export interface FrontDoorOptions {
  readonly surfaces: readonly Surface[]
  /** On what the front door answers itself; each surface has headers of its own. */
  readonly headers: Readonly<Record<string, string>>
  readonly write: ProblemWriter
  readonly log: Log
}

/** How the parser's refusals are called in our catalogue; every other one is a malformed request. */
const PARSER: Readonly<Record<string, ProblemKind>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
}

type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number }

/** A method the parser does not know is an endpoint that does not exist, if the line is HTTP at all. */
function kindOf({ code = '', rawPacket, bytesParsed = 0 }: ParserError): ProblemKind {
  if (code !== 'HPE_INVALID_METHOD') return PARSER[code] ?? invalidRequest
  const packet = rawPacket?.toString('latin1') ?? ''
  const before = packet.lastIndexOf('\r\n\r\n', bytesParsed) // requests that came in the same packet were fine
  const line = packet.slice(before === -1 ? 0 : before + 4)
  return /^[!-~]{1,40} \S+ HTTP\/1\.[01]\r?\n/.test(line) ? notFound : invalidRequest
}

/** The only listener: finds the surface of each request by its host, and answers what HTTP itself gets wrong. */
export function openFrontDoor({ surfaces, headers, write, log }: FrontDoorOptions): FrontDoor {
  function admit(request: IncomingMessage, response: ServerResponse): void {
    const host = hostOf(request)
    const path = request.url ?? ''
    // Without a host a request can still be a probe's, which is answered under any.
    for (const surface of surfaces) if (surface.takes(host ?? '', path)) return void surface.handle(request, response)
    const problem = host === undefined ? new Problem(invalidRequest, { detail: HOST_NEEDED }) : new Problem(unknownHost)
    const answer = compose(problem, path)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  function compose(problem: Problem, path: string) {
    const id = newId('request')
    const answer = write(problem, { id, path })
    const length = Buffer.byteLength(answer.body)
    const own = { 'request-id': id, 'content-length': String(length), connection: 'close' }
    return { ...answer, id, headers: { ...headers, ...answer.headers, ...own } }
  }

  function refuse(kind: ProblemKind, socket: Duplex, reason?: unknown): void {
    const { id, status, headers, body } = compose(new Problem(kind), '')
    log.debug({ request_id: id, err: reason }, kind.code)
    if (!socket.writable) return void socket.destroy()
    const lines = Object.entries({ ...headers, date: new Date().toUTCString() }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
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
    if (error.code === 'ECONNRESET') return void socket.destroy()
    // The answer to an earlier request of this connection goes first, or ours would be taken for it.
    const earlier = (socket as { _httpMessage?: ServerResponse })._httpMessage
    if (earlier?.req.complete && !earlier.writableFinished)
      earlier.once('finish', () => refuse(kindOf(error), socket, error))
    else refuse(kindOf(error), socket, error)
  })
  return { server, close: (limitMs) => closeServer(server, limitMs) }
}

const HOST_NEEDED = 'The request needs exactly one valid Host header.'
const HOST = /^[A-Za-z0-9.:[\]-]{1,255}$/

/** The host in lower case, or undefined where the header is missing, doubled or not a host. */
function hostOf({ headers: { host }, rawHeaders }: IncomingMessage): string | undefined {
  if (!host || !HOST.test(host)) return undefined
  let seen = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    // Names have all lengths but few have four letters: the comparison is rarely reached.
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') seen += 1
  }
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
