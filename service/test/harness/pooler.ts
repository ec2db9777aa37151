import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

interface Backend {
  readonly stream: Socket
  client: Socket | undefined
  /** How many answers its client still waits for. */
  awaited: number
}

const SSL_REQUEST = 80_877_103
const [QUERY, SYNC, END] = Buffer.from('QSX')

/**
 * A pooler that gives each transaction another connection, as PgBouncer does with pool_mode = transaction. `refuses` is a setting that
 * it does not accept from a client that connects.
 */
export async function startPooler({ connections = 2, refuses = '' } = {}): Promise<number> {
  const backends = await Promise.all(Array.from({ length: connections }, openBackend))
  const free = [...backends]
  /** Clients without a connection, and what they have sent meanwhile. */
  const waiting = new Map<Socket, Buffer[]>()

  function serve(socket: Socket): void {
    let isStarted = false
    socket.on('error', () => socket.destroy())
    socket.on('close', () => waiting.delete(socket))
    const take = framesOf((frame) => {
      if (frame[0] === END) return void socket.end()
      const queue = waiting.get(socket)
      if (queue) return void queue.push(frame)
      const backend = backends.find(({ client }) => client === socket) ?? free.pop()
      if (!backend) return void waiting.set(socket, [frame])
      backend.client = socket
      pass(backend, frame)
    })
    socket.on('data', (bytes) => {
      if (isStarted) return take(bytes)
      if (bytes.readInt32BE(4) === SSL_REQUEST) return void socket.write('N')
      isStarted = true
      const settings = bytes.subarray(8).toString().split('\0')
      if (refuses && settings.includes(refuses)) {
        socket.end(message('E', `SFATAL\0C08P01\0Munsupported startup parameter: ${refuses}\0\0`))
      } else {
        socket.write(Buffer.concat([message('R', '\0\0\0\0'), message('K', '\0\0\0\x01\0\0\0\x02'), message('Z', 'I')]))
      }
    })
  }

  for (const backend of backends) {
    backend.stream.on(
      'data',
      framesOf((frame) => {
        backend.client?.write(frame)
        if (frame[0] !== 'Z'.charCodeAt(0)) return
        backend.awaited -= 1
        if (backend.awaited > 0 || frame[5] !== 'I'.charCodeAt(0)) return
        backend.client = undefined
        const [next, queue = []] = [...waiting][0] ?? []
        if (!next) return void free.push(backend)
        waiting.delete(next)
        backend.client = next
        for (const sent of queue) pass(backend, sent)
      }),
    )
  }
  const server = createServer(serve)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.close()
    for (const { stream } of backends) stream.destroy()
  })
  return (server.address() as { port: number }).port // a TCP server that listens has one
}

function pass(backend: Backend, frame: Buffer): void {
  if (frame[0] === QUERY || frame[0] === SYNC) backend.awaited += 1
  backend.stream.write(frame)
}

/** A connection that the library has opened, as bare bytes from then on. */
async function openBackend(): Promise<Backend> {
  const client = new pg.Client(inject('connection'))
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection // where the library keeps it
  stream.removeAllListeners('data').removeAllListeners('close').removeAllListeners('end')
  return { stream, client: undefined, awaited: 0 }
}

function message(type: string, body: string): Buffer {
  const content = Buffer.from(body, 'latin1')
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

/** Cuts a stream into the messages of the protocol: a letter, a length, and what it says. */
function framesOf(take: (frame: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length >= rest.readInt32BE(1) + 1) {
      const length = rest.readInt32BE(1) + 1
      take(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}
