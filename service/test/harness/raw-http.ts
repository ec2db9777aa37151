import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A busy machine may be slow to begin with an answer; what it has begun comes without long pauses. */
const FIRST_BYTE_WITHIN_MS = 300_000

/** Sends bytes as they are and reads until the other side closes, or goes quiet after it began to answer. */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  { quietMs = 3_000, firstByteWithinMs = FIRST_BYTE_WITHIN_MS } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const done = () => {
      socket.destroy()
      resolve(parse(text))
    }
    socket.setTimeout(firstByteWithinMs, done)
    socket.on('data', (chunk) => {
      socket.setTimeout(quietMs)
      text += chunk.toString('latin1')
    })
    socket.on('close', done)
    socket.on('error', done)
  })
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const pairs = lines.map((entry) => [
    entry.slice(0, entry.indexOf(':')).toLowerCase(),
    entry.slice(entry.indexOf(':') + 1).trim(),
  ])
  return { status: Number(line.split(' ')[1] ?? 0), headers: Object.fromEntries(pairs), body: rest.join('\r\n\r\n') }
}
