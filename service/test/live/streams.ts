import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { onTestFinished } from 'vitest'

export interface Message {
  readonly event: string
  /* biome-ignore lint/suspicious/noExplicitAny: tests read what was told, whatever it is */
  readonly data: any
}

export interface OpenStream {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Everything that was told so far. */
  readonly told: readonly Message[]
  /** The position after the last portion. */
  lastId(): string
  /** Everything up to the first message that fits; waits for it. */
  until(fits: (message: Message) => boolean): Promise<readonly Message[]>
  /** When the first portion has come, which ends with a position. */
  readonly begun: Promise<void>
  /** When the service ended it. */
  readonly ended: Promise<void>
  close(): void
}

/** Opens a stream as a browser would. It ends with the test. */
export function openStream(port: number, path: string, headers: Record<string, string>): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => resolve(listen(answer)))
    sent.on('error', reject)
    sent.end()
  })
}

function listen(answer: IncomingMessage): OpenStream {
  const told: Message[] = []
  const waiting = new Set<() => void>()
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let last = ''
  let rest = ''
  const take = (block: string) => {
    const field = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
    const [id, event, data] = [field('id'), field('event'), field('data')]
    if (event !== undefined) told.push({ event, data: JSON.parse(data ?? 'null') })
    if (id === undefined) return
    last = id
    begun.resolve()
  }
  answer.setEncoding('utf8')
  answer.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) take(block)
    for (const look of [...waiting]) look()
  })
  answer.on('error', () => {})
  answer.on('close', () => ended.resolve())
  onTestFinished(() => void answer.destroy())
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    told,
    lastId: () => last,
    until: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          const place = told.findIndex(fits)
          if (place < 0) return
          waiting.delete(look)
          resolve(told.slice(0, place + 1))
        }
        waiting.add(look)
        look()
      }),
    begun: begun.promise,
    ended: ended.promise,
    close: () => void answer.destroy(),
  }
}
