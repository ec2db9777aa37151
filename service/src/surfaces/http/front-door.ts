import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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
import { closeServer } from './close-server.ts'
import { CONNECTION_LIMITS, type Connection, type ConnectionLimits, connectionOn, linger } from './connection.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { ProblemWriter } from './problem-writer.ts'
import { targetOf } from './request-target.ts'
import { watchConnections } from './watch-connections.ts'

/** An import of the module would read each of its members, and one of them loads Node's own fetch: a fifth of the work of a start. */
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')

/** One of the parts that are served on the port. The first one that takes the host and path of a request answers it. */
export interface Surface {
  takes(host: string, path: string): boolean
  handle(request: IncomingMessage, response: ServerResponse): void
}

export interface FrontDoor {
  readonly server: Server
  /** Takes no new work, lets current requests finish, and cuts those that are left after the limit. */
  close(limitMs: number): Promise<void>
}

export interface FrontDoorOptions {
  readonly surfaces: readonly Surface[]
  /** For answers of the front door itself; each surface has its own headers. */
  readonly headers: Readonly<Record<string, string>>
  readonly write: ProblemWriter
  readonly log: Log
  /** Other limits than the usual ones; for tests of what happens at them. */
  readonly limits?: Partial<ConnectionLimits>
}

/** The parser's errors, by their kind in our catalogue; every other one is a malformed request. */
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

/** The only listener: finds the surface of each request by its host, and answers errors of HTTP itself. */
export function openFrontDoor({ surfaces, headers, write, log, ...options }: FrontDoorOptions): FrontDoor {
  const limits = { ...CONNECTION_LIMITS, ...options.limits }
  const connections = new Map<Socket, Connection>()
  const line = oneAtATime(admit, limits)

  function admit(request: IncomingMessage, response: ServerResponse): void {
    const target = targetOf(request)
    if (!target) return void answer(response, new Problem(invalidRequest, { detail: ONE_HOST }), '')
    const { host, path } = target
    request.url = path
    // A request without a host can still be a probe, which is answered under any host.
    for (const surface of surfaces) if (surface.takes(host ?? '', path)) return void surface.handle(request, response)
    answer(
      response,
      host === undefined ? new Problem(invalidRequest, { detail: HOST_NEEDED }) : new Problem(unknownHost),
      path,
    )
  }

  function answer(response: ServerResponse, problem: Problem, path: string): void {
    const { status, headers, body } = compose(problem, path)
    response.writeHead(status, headers).end(body)
  }

  function compose(problem: Problem, path: string) {
    const id = newId('request')
    const answer = write(problem, { id, path })
    const length = Buffer.byteLength(answer.body)
    const own = { 'request-id': id, 'content-length': String(length), connection: 'close' }
    return { ...answer, id, headers: { ...headers, ...answer.headers, ...own } }
  }

  /** Node makes no response object for unreadable requests. */
  function refuse(kind: ProblemKind, socket: Socket, reason?: unknown): void {
    const connection = connections.get(socket)
    if (!connection) return void socket.destroy()
    const { id, status, headers, body } = compose(new Problem(kind), '')
    log.debug({ request_id: id, err: reason }, kind.code)
    const lines = Object.entries({ ...headers, date: new Date().toUTCString() }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    line.endWith(connection, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 72_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false, // its own refusal has no body; `admit` refuses instead
    },
    take,
  )
  function take(request: IncomingMessage, response: ServerResponse): void {
    const connection = connections.get(request.socket)
    if (connection) line.take(connection, { request, response })
  }
  server.on('connection', (socket: Socket) => {
    const connection = connectionOn(socket)
    connections.set(socket, connection)
    socket.once('close', () => connections.delete(socket))
    socket.destroySoon = () => linger(connection, limits) // Node calls this to close after an answer
  })
  server.on('checkExpectation', take) // an unknown expectation is ignored, because Node's own refusal has no body
  server.on('connect', (_, socket: Socket) => {
    // Node is done with the socket and took its listeners away, though answers to earlier requests may be under way.
    socket.on('error', () => {})
    socket.on('drain', () => connections.get(socket)?.current?.response.emit('drain'))
    refuse(notFound, socket)
  })
  server.on('clientError', (error: ParserError, socket: Socket) => {
    const isOfParser = error.code?.startsWith('HPE_') || error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    if (isOfParser) refuse(kindOf(error), socket, error)
    else socket.destroy()
  })
  const stopWatching = watchConnections(connections, limits, ({ socket }) =>
    log.debug({ bytes: socket.writableLength }, 'a client took nothing of its answer; its connection was cut'),
  )
  return {
    server,
    close: async (limitMs) => {
      line.endAll(connections)
      await closeServer(server, connections, limitMs, limits)
      stopWatching()
    },
  }
}

const HOST_NEEDED = 'The request needs exactly one valid Host header.'
const ONE_HOST = 'The request target is not a path, or its host differs from the Host header.'
