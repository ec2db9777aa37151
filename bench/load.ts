import { connect, type Socket } from 'node:net'

export interface Load {
  readonly origin: string
  readonly connections?: number
  /** Work before a turn begins, so that it is not measured. */
  readonly prepare?: () => void
  /** The whole text of the next request; called once for each, so that every one can be different. */
  next(): string
  /** The expected status; any other one ends the measurement. */
  readonly status?: number
}

/**
 * Requests a second over kept-alive connections. Written for its small cost: on two cores the client runs beside the
 * server, and a client that parses every header makes a server with more headers look slow.
 */
export async function fire(load: Load, seconds: number): Promise<number> {
  load.prepare?.()
  const { hostname, port } = new URL(load.origin)
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  const counts = await Promise.all(
    Array.from({ length: load.connections ?? 32 }, () =>
      run(connect(Number(port), hostname), load, () => performance.now() < until),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - began) / 1000)
}

/** How long each of so many requests took, in milliseconds. */
export async function latencies(load: Load, count: number): Promise<number[]> {
  const { hostname, port } = new URL(load.origin)
  const connections = load.connections ?? 1
  const taken: number[] = []
  await Promise.all(
    Array.from({ length: connections }, () =>
      run(
        connect(Number(port), hostname),
        load,
        (ms) => taken.push(ms) <= count - connections, // each of the others has one under way
      ),
    ),
  )
  return taken
}

/** Sends requests as long as `again`, which gets the duration of each, returns true; returns how many there were. */
function run(socket: Socket, { next, status = 200 }: Load, again: (ms: number) => boolean): Promise<number> {
  const expected = `HTTP/1.1 ${status} `
  let held = ''
  let done = 0
  let sent = 0
  return new Promise((resolve, reject) => {
    const send = () => {
      sent = performance.now()
      socket.write(next())
    }
    socket.setNoDelay(true)
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed a connection')))
    socket.on('data', (chunk) => {
      held += chunk.toString('latin1')
      const end = endOfAnswer(held)
      if (end === -1) return
      if (!held.startsWith(expected)) return reject(new Error(`Not what was expected: ${held.slice(0, 2_000)}`))
      held = held.slice(end)
      done += 1
      if (again(performance.now() - sent)) send()
      else {
        socket.removeAllListeners('close')
        socket.destroy()
        resolve(done)
      }
    })
  })
}

/** Every answer of ours has a length; -1 while a part is missing. */
function endOfAnswer(text: string): number {
  const head = text.indexOf('\r\n\r\n')
  if (head === -1) return -1
  const at = text.search(/content-length: /i)
  const length = at === -1 || at > head ? 0 : Number.parseInt(text.slice(at + 16, at + 26), 10)
  const end = head + 4 + length
  return text.length >= end ? end : -1
}

/** A GET for which the origin's own name is the host. */
export function get(origin: string, path: string, headers: Record<string, string> = {}): Load {
  const lines = Object.entries({ host: new URL(origin).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const text = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
  return { origin, next: () => text }
}
