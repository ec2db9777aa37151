import type { Socket } from 'node:net'
import type { Connection, ConnectionLimits, Connections } from './connection.ts'

/** Ends connections of clients that do not read their answer, or that go on sending a body that is not read. */
export function watchConnections(
  connections: Connections,
  limits: ConnectionLimits,
  onStalled: (connection: Connection) => void,
): () => void {
  const { watchEveryMs } = limits
  const watch = setInterval(() => {
    for (const connection of connections.values()) {
      if (isStalled(connection, limits)) {
        onStalled(connection)
        // A plain close would keep the kernel's buffers for a client that does not read.
        connection.socket.resetAndDestroy()
      } else if (isEndless(connection, limits)) connection.socket.destroy()
    }
  }, watchEveryMs)
  watch.unref()
  return () => clearInterval(watch)
}

/**
 * Looks at progress and not at the age of an answer, which may be long or wait for events. Time is counted in turns of the watch, so
 * that a blocked event loop cuts no connection.
 */
function isStalled({ socket, writes }: Connection, { stalledMs, watchEveryMs }: ConnectionLimits): boolean {
  const taken = bytesTaken(socket)
  const isStill = socket.writableLength > 0 && taken === writes.taken
  writes.taken = taken
  writes.stillForMs = isStill ? writes.stillForMs + watchEveryMs : 0
  return writes.stillForMs >= stalledMs
}

/** The socket counts all bytes that it passed on; only its handle knows how many of them are still queued. */
function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

function isEndless(connection: Connection, { lingerMs, lingerBytes, watchEveryMs }: ConnectionLimits): boolean {
  const { unread, socket } = connection
  if (!unread) return false
  if (unread.request.complete) {
    connection.unread = undefined
    return false
  }
  unread.forMs += watchEveryMs
  return unread.forMs > lingerMs || socket.bytesRead - unread.from > lingerBytes
}
