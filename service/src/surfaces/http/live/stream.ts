import type { ServerResponse } from 'node:http'
import type { Id } from '../../../foundation/ids/index.ts'

/** A session that a stream ends with: a user's in a project, or an operator's. */
export type LiveSession =
  | { readonly kind: 'user'; readonly projectId: Id<'project'>; readonly hash: Buffer }
  | { readonly kind: 'operator'; readonly hash: Buffer }

/** What the surface sends with every answer. */
export type StreamHeaders = Readonly<Record<string, number | string | string[] | undefined>>

/** One open page. */
export interface Stream {
  readonly response: ServerResponse
  /** Of its channel. */
  readonly key: string
  readonly projectId: Id<'project'>
  readonly address: string
  readonly session: LiveSession | undefined
  /** When it ends, so that its reader is checked again. */
  readonly endsAt: number
  /** What is told while what was missed is still being read; undefined after that. */
  missed: Buffer[] | undefined
}

/** So much may wait for a reader; whoever is further behind is cut off, and can come back. */
const MOST_UNREAD_BYTES = 65_536
/** So many portions may come while one stream waits for what it missed. */
const MOST_MISSED = 100

/**
 * Begins the answer. It has no length and no chunks: it lasts as long as the connection, and each write goes to the socket as it is. A proxy that
 * collects answers is told not to.
 */
export function beginStream(response: ServerResponse, headers: StreamHeaders): void {
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value)
  response.removeHeader('transfer-encoding')
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  response.socket?.setNoDelay(true)
}

/** False: the reader is too slow, and its connection was cut. */
export function pass(stream: Stream, text: Buffer): boolean {
  const { response, missed } = stream
  if (missed) {
    missed.push(text)
    if (missed.length <= MOST_MISSED) return true
  } else if (response.writableLength <= MOST_UNREAD_BYTES) {
    response.write(text)
    return true
  }
  response.destroy()
  return false
}

/** What was missed comes first, then what was told meanwhile. */
export function catchUp(stream: Stream, text: Buffer): void {
  const { missed = [], response } = stream
  stream.missed = undefined
  for (const part of [text, ...missed]) response.write(part)
}

/** One message of a stream. JSON has no line breaks. */
export function message(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
