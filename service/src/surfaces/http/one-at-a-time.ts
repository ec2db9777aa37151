import type { RequestListener } from 'node:http'
import {
  type Connection,
  type ConnectionLimits,
  type Connections,
  discardInput,
  type Exchange,
  linger,
} from './connection.ts'

/** Dropped requests cost memory until the socket closes, so their number is limited too. */
const MOST_DROPPED = 100

export interface Line {
  /** Answers a request when those before it on its connection are answered. */
  take(connection: Connection, exchange: Exchange): void
  /** Says something after the answers under way, and closes. */
  endWith(connection: Connection, words: string): void
  /** From now on, the last answer of each connection is the one under way, or the last that waits, and says so. */
  endAll(connections: Connections): void
}

/**
 * The requests of one connection, one at a time. Node emits a request as soon as it is parsed, and keeps each answer in
 * memory until those before it are sent: a client that sends twenty requests and reads nothing would fill memory with
 * twenty answers.
 */
export function oneAtATime(answer: RequestListener, limits: ConnectionLimits): Line {
  let isEnding = false

  function take(connection: Connection, exchange: Exchange): void {
    if (connection.isClosing) return void drop(connection)
    // The client wants to switch to another protocol. Node answers the request as any other, but its parser reads nothing after it.
    if (exchange.request.headers.upgrade !== undefined) connection.isClosing = true
    if (connection.current === undefined) start(connection, exchange)
    else if (connection.waiting.length < limits.mostWaiting) connection.waiting.push(exchange)
    else {
      connection.isClosing = true
      discardInput(connection, limits)
    }
  }

  function drop(connection: Connection): void {
    connection.dropped += 1
    if (connection.dropped > MOST_DROPPED) connection.socket.destroy()
  }

  function start(connection: Connection, exchange: Exchange): void {
    connection.current = exchange
    if (isEnding && connection.waiting.length === 0) connection.isClosing = true
    if (connection.isClosing) announceEnd(connection)
    exchange.response.on('close', () => answered(connection, exchange))
    answer(exchange.request, exchange.response)
  }

  function announceEnd({ current, waiting, lastWords }: Connection): void {
    if (waiting.length > 0 || lastWords !== undefined || current?.response.headersSent) return
    current?.response.setHeader('connection', 'close') // Node closes after such an answer, by way of `linger`
  }

  function answered(connection: Connection, { request }: Exchange): void {
    const { socket, waiting, rest, lastWords } = connection
    connection.current = undefined
    rest.forMs = 0
    rest.bytesRead = socket.bytesRead
    if (socket.destroyed || connection.isLingering) return
    if (!request.complete) connection.unread = { request, from: socket.bytesRead, forMs: 0 }
    const next = waiting.shift()
    if (next) start(connection, next)
    else if (lastWords !== undefined) speak(connection, lastWords)
    else if (connection.isClosing) linger(connection, limits)
  }

  function endWith(connection: Connection, words: string): void {
    if (connection.isDiscarding) return // nothing that arrives now is a request
    connection.isClosing = true
    const { current, waiting, unread } = connection
    // If a body breaks off, this text is the answer to its request, unless that answer has begun.
    if (waiting.at(-1)?.request.complete === false) waiting.pop()
    else if (current?.request.complete === false) {
      if (current.response.headersSent) discardInput(connection, limits)
      else speak(connection, words)
      return
    }
    if (current) {
      connection.lastWords = words
      discardInput(connection, limits)
    } else if (unread?.request.complete === false) linger(connection, limits)
    else speak(connection, words)
  }

  function speak(connection: Connection, words: string): void {
    if (!connection.socket.writable) return void connection.socket.destroy()
    connection.socket.write(words)
    linger(connection, limits)
  }

  function endAll(connections: Connections): void {
    isEnding = true
    for (const connection of connections.values()) {
      if (!connection.current || connection.isClosing) continue // a quiet one may be in the middle of sending a request
      connection.isClosing = true
      announceEnd(connection)
    }
  }

  return { take, endWith, endAll }
}
