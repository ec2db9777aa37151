import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** One socket, and the requests on it. */
export interface Connection {
  readonly socket: Socket
  /** The request that is being answered; later ones wait. */
  current: Exchange | undefined
  readonly waiting: Exchange[]
  /** Answered before its body had arrived; the rest of the body is read and dropped. */
  unread: { readonly request: IncomingMessage; readonly from: number; forMs: number } | undefined
  /** No further request is taken. */
  isClosing: boolean
  /** An answer to a request that could not be read; it follows the answers under way. */
  lastWords: string | undefined
  isDiscarding: boolean
  isLingering: boolean
  /** Requests that were not accepted; Node keeps their objects until the socket closes. */
  dropped: number
  /** How much had been read when nothing was left to answer, and for how long a stop has waited for more. */
  readonly rest: { bytesRead: number; forMs: number }
  /** How many bytes the other side has taken, and for how long it has taken none while some were pending. */
  readonly writes: { taken: number; stillForMs: number }
}

export type Connections = ReadonlyMap<Socket, Connection>

/** The limits of a connection. */
export interface ConnectionLimits {
  /** How many requests may wait for the answers before them; a client that sends more gets these answers and a closed connection. */
  readonly mostWaiting: number
  /** How long a client may read nothing of a pending answer. */
  readonly stalledMs: number
  /** For how long, and how much, unwanted input is read so that the answer before it arrives. */
  readonly lingerMs: number
  readonly lingerBytes: number
  readonly watchEveryMs: number
  /** How long a stop waits for one more request of a connection: a busy client sends it as soon as it has an answer. */
  readonly quietMs: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  mostWaiting: 16,
  stalledMs: 20_000,
  lingerMs: 5_000,
  lingerBytes: 16 * 1024 * 1024,
  watchEveryMs: 1_000,
  quietMs: 500,
}

export function connectionOn(socket: Socket): Connection {
  return {
    socket,
    current: undefined,
    waiting: [],
    unread: undefined,
    isClosing: false,
    lastWords: undefined,
    isDiscarding: false,
    isLingering: false,
    dropped: 0,
    rest: { bytesRead: 0, forMs: 0 },
    writes: { taken: 0, stillForMs: 0 },
  }
}

/** Reads and drops all further input before it reaches the parser, which would make requests and errors of it. */
export function discardInput(connection: Connection, { lingerBytes }: ConnectionLimits): void {
  if (connection.isDiscarding) return
  connection.isDiscarding = true
  const { socket } = connection
  let bytes = 0
  socket.removeAllListeners('data')
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > lingerBytes) socket.destroy()
  })
  socket.resume()
}

/**
 * Ends our side and reads on until the other side ends too, within limits. A socket that is closed with unread input is
 * reset, and a reset can destroy the answer before the client has read it.
 */
export function linger(connection: Connection, limits: ConnectionLimits): void {
  if (connection.isLingering) return
  connection.isLingering = true
  connection.isClosing = true
  const { socket } = connection
  socket.end()
  discardInput(connection, limits)
  const limit = setTimeout(() => socket.destroy(), limits.lingerMs)
  socket.once('close', () => clearTimeout(limit))
}
