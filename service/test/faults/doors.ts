import { connect, createServer, type Socket } from 'node:net'
import { inject, onTestFinished } from 'vitest'
import { portOf } from '../harness/ports.ts'

const SSL_REQUEST = 80_877_103

export type DoorState = 'primary' | 'standby' | 'silent' | 'away'

export interface Door {
  readonly port: number
  /** Ends the connections through it; one that falls silent keeps them. */
  become(state: DoorState): void
}

/** An address that leads to the database of the run, or to a standby, or to nobody who answers, or nowhere. */
export async function startDoor(first: DoorState): Promise<Door> {
  let state = first
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
    if (state === 'away') socket.destroy()
    else if (state === 'standby') playStandby(socket)
    else if (state === 'primary') passOn(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const become = (next: DoorState) => {
    state = next
    for (const socket of open) {
      if (next === 'silent') socket.unpipe().pause()
      else socket.destroy()
    }
  }
  onTestFinished(() => {
    become('away')
    server.close()
  })
  return { port: portOf(server), become }
}

function passOn(socket: Socket): void {
  const { host, port } = inject('connection')
  const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  server.on('error', () => socket.destroy())
  server.on('close', () => socket.destroy())
  socket.on('close', () => server.destroy())
  socket.pipe(server).pipe(socket)
}

/** Says what PostgreSQL says when a connection to a standby begins. */
function playStandby(socket: Socket): void {
  socket.on('data', (bytes) => {
    const isStart = bytes.length > 8 || bytes[0] === 0
    if (!isStart) return
    if (bytes.readInt32BE(4) === SSL_REQUEST) return void socket.write('N')
    const told = ['in_hot_standby\0on\0', 'default_transaction_read_only\0off\0'].map((text) => message('S', text))
    socket.write(Buffer.concat([message('R', '\0\0\0\0'), ...told, message('Z', 'I')]))
  })
}

function message(type: string, body: string): Buffer {
  const content = Buffer.from(body, 'latin1')
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}
