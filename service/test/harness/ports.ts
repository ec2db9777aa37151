import { createSocket } from 'node:dgram'
import { createServer, type Server } from 'node:net'

/** Systems hand out ports above these by themselves, so no connection takes one between its choice and its use. */
const LOWEST = 12_000
const HIGHEST = 31_999

/** A port for a process that a test starts. Other tests cannot be given it too: its number is held in UDP until this process ends. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1))
    if ((await holdNumber(port)) && (await isFree(port))) return port
  }
}

/** A free port that stays taken: a server of this process takes it over with `server.listen(held)`. */
export async function heldPort(): Promise<{ held: Server; port: number }> {
  const held = createServer()
  await new Promise<void>((ready) => held.listen(0, '127.0.0.1', ready))
  return { held, port: portOf(held) }
}

export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.')
  return address.port
}

function holdNumber(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  })
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
