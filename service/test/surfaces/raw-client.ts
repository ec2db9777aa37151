import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface RawClient {
  readonly socket: Socket
  /** All that has come. */
  text(): string
  /** How the connection ended: in order, or by an error such as a reset. */
  readonly ended: Promise<'end' | string>
}

/**
 * A connection that sends what it is told and keeps what comes; one that does not read leaves it in the kernel. Half open: it
 * does not close when the other side does.
 */
export function openRaw(port: number, { reads = true, allowHalfOpen = false } = {}): Promise<RawClient> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen }, () =>
      resolve({ socket, text: () => text, ended }),
    )
    onTestFinished(() => void socket.destroy())
    let text = ''
    let error: string | undefined
    socket.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      error = code ?? message
    })
    const ended = new Promise<string>((done) => socket.on('close', () => done(error ?? 'end')))
    if (reads)
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
      })
    else socket.pause()
  })
}

/** The statuses of the answers in a text. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
