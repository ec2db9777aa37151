import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import type { Connection, ConnectionLimits, Connections } from './connection.ts'

const SWEEP_EVERY_MS = 25

/**
 * Takes no new connections and waits for the open ones. Each may have one more request, whose answer tells the client to close. Quiet
 * connections are closed, and those that are left after the limit are cut.
 */
export function closeServer(
  server: Server,
  connections: Connections,
  limitMs: number,
  { quietMs }: ConnectionLimits,
): Promise<void> {
  const closeQuiet = () => {
    for (const connection of connections.values()) {
      // Counted in turns of the sweep, not by the clock: requests that came while the event loop was blocked are read between two turns.
      connection.rest.forMs = isIdle(connection) ? connection.rest.forMs + SWEEP_EVERY_MS : 0
      if (connection.rest.forMs > quietMs) connection.socket.destroy()
    }
  }
  const cutAll = () => {
    for (const { socket } of connections.values()) socket.destroy()
  }
  return new Promise((done) => {
    const limit = setTimeout(cutAll, limitMs)
    const sweep = setInterval(closeQuiet, SWEEP_EVERY_MS)
    // The HTTP server's own close would at once destroy connections between two requests.
    Listener.prototype.close.call(server, () => {
      clearTimeout(limit)
      clearInterval(sweep)
      server.close() // ends its clock for time-outs, which is needed until here
      done()
    })
  })
}

/** Whether no request is being answered and no part of a request has arrived. */
function isIdle({ current, waiting, unread, isLingering, socket, rest }: Connection): boolean {
  if (current || waiting.length > 0 || isLingering || unread?.request.complete === false) return false
  return socket.bytesRead === rest.bytesRead
}
