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
  /** What has arrived of an answer while its head is not complete, and then how many bytes are missing. */
  let begun: Buffer | undefined
  let missing = 0
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
    socket.on('data', (chunk: Buffer) => {
      if (missing > 0) missing -= chunk.length
      else {
        begun = begun ? Buffer.concat([begun, chunk]) : chunk
        const length = lengthOf(begun)
        if (length === undefined) return
        if (!begun.toString('latin1', 0, expected.length).startsWith(expected))
          return reject(new Error(`Not what was expected: ${begun.toString('latin1', 0, 2_000)}`))
        missing = length - begun.length
        begun = undefined
      }
      if (missing > 0) return
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

/** How long an answer is, with its head. Every answer of ours says so. Undefined while a part of the head is missing. */
function lengthOf(begun: Buffer): number | undefined {
  const end = begun.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = begun.toString('latin1', 0, end)
  const [, length = '0'] = /content-length: ([0-9]+)/i.exec(head) ?? []
  return end + 4 + Number(length)
}

/** A GET for which the origin's own name is the host. */
export function get(origin: string, path: string, headers: Record<string, string> = {}): Load {
  const lines = Object.entries({ host: new URL(origin).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const text = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
  return { origin, next: () => text }
}

/** At most so many letters of an address are written in one of two ways: with fourteen, there are more addresses than requests in the largest crowd. */
const LETTERS = 14

/**
 * The same request by addresses that differ: visitors who ask for the same list at the same time share its answer, and these do not. Letters of the query stand for
 * themselves, or are written by their codes.
 */
export function getApart(origin: string, path: string, headers: Record<string, string> = {}): Load {
  const [before = '', query = ''] = path.split('?')
  const texts = Array.from({ length: 2 ** LETTERS }, (_, number) => {
    let letter = 0
    const apart = query.replaceAll(/[a-z0-9]/g, (text) => {
      const isCode = letter < LETTERS && (number >> letter) % 2 === 1
      letter += 1
      return isCode ? `%${text.charCodeAt(0).toString(16)}` : text
    })
    return get(origin, `${before}?${apart}`, headers).next()
  })
  let asked = 0
  return { origin, next: () => texts[asked++ % texts.length] ?? '' }
}
