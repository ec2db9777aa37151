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
  /** Everything up to the first message that fits; waits for it, and fails if the service ends the stream before. */
  until(fits: (message: Message) => boolean): Promise<readonly Message[]>
  /** When the first portion has come, which ends with a position. Fails if the service ends the stream before. */
  readonly begun: Promise<void>
  /** When the service ended it, and did not let it come back. */
  readonly ended: Promise<void>
  close(): void
}

/**
 * Opens a stream as a browser would: if it breaks off, it comes back after its last position, until the service refuses it. It ends with the test. Without
 * `comesBack` it is open once: in the database that tests share, it may end at any time, because another test changes the rights of somebody who owns all projects.
 */
export async function openStream(
  port: number,
  path: string,
  headers: Record<string, string>,
  { comesBack = true } = {},
): Promise<OpenStream> {
  const ask = (more: Record<string, string> = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, headers: { ...headers, ...more }, agent: false }, resolve)
      sent.on('error', reject)
      sent.end()
    })
  return listen(await ask(), comesBack ? (last) => ask(last ? { 'last-event-id': last } : {}) : undefined)
}

function listen(first: IncomingMessage, again?: (last: string) => Promise<IncomingMessage>): OpenStream {
  let answer = first
  let isClosed = false
  const told: Message[] = []
  const waiting = new Set<() => void>()
  const failing = new Set<(error: Error) => void>()
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
  const hear = (heard: IncomingMessage) => {
    answer = heard
    rest = ''
    heard.setEncoding('utf8')
    heard.on('data', (text: string) => {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
      for (const look of [...waiting]) look()
    })
    heard.on('error', () => {})
    heard.on('close', () => void comeBack().catch(fail))
    if (isClosed) heard.destroy()
  }
  const comeBack = async () => {
    if (again && !isClosed && answer.statusCode === 200) hear(await again(last))
    else fail(new Error('The stream ended'))
  }
  const fail = (error: Error) => {
    ended.resolve()
    begun.reject(error)
    for (const reject of failing) reject(error)
  }
  const close = () => {
    isClosed = true
    answer.destroy()
  }
  begun.promise.catch(() => {}) // not every test awaits it
  hear(first)
  onTestFinished(close)
  return {
    status: first.statusCode ?? 0,
    headers: first.headers,
    told,
    lastId: () => last,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const place = told.findIndex(fits)
          if (place < 0) return
          waiting.delete(look)
          failing.delete(reject)
          resolve(told.slice(0, place + 1))
        }
        waiting.add(look)
        failing.add(reject)
        look()
      }),
    begun: begun.promise,
    ended: ended.promise,
    close,
  }
}
