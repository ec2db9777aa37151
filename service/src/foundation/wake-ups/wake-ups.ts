import type pg from 'pg'
import { newClient, type Reach } from '../storage/index.ts'

/**
 * Tells all processes of the service that something happened, so that they look at once. It does not say what, and it may be lost: whoever hears it
 * also looks by themselves from time to time.
 */
export interface WakeUps {
  /** Something happened here. Call it after the commit. */
  tell(): void
  /** Opens the one connection that listens. Calling it again changes nothing. */
  listen(): void
  close(): Promise<void>
}

export interface WakeUpOptions {
  /** Of PostgreSQL itself, also where statements go through a pooler. */
  readonly connection: Reach
  readonly pool: pg.Pool
  readonly onWake: () => void
  /** How long it waits before it listens again, after its connection was lost; for tests. */
  readonly listenAgainMs?: number
}

const CHANNEL = 'svc_events'
/** PostgreSQL commits those who notify one after the other, so a busy process does it rarely, and never in the transaction of a change. */
const TELL_EVERY_MS = 100
const LISTEN_AGAIN_MS = 5_000

export function openWakeUps(options: WakeUpOptions): WakeUps {
  const { connection, pool, onWake, listenAgainMs = LISTEN_AGAIN_MS } = options
  let isClosed = false
  let listener: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let pause: NodeJS.Timeout | undefined
  let isOwed = false

  function send(): void {
    isOwed = false
    pool.query(`select pg_notify('${CHANNEL}', '')`).catch(() => {}) // the others look by themselves, a little later
    pause = setTimeout(() => {
      pause = undefined
      if (isOwed && !isClosed) send()
    }, TELL_EVERY_MS).unref()
  }

  function listen(): void {
    if (listener || again || isClosed) return
    const { max: _, pooled: __, ...server } = connection
    const client = newClient({
      application_name: 'svc wake-ups',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      ...server,
    })
    listener = client
    client.on('notification', onWake)
    client.on('error', () => {}) // 'end' follows
    client.once('end', () => listenAgain(client))
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .catch(() => {
        listenAgain(client)
        return client.end()
      })
      .catch(() => {})
  }

  function listenAgain(lost: pg.Client): void {
    if (isClosed || listener !== lost) return
    listener = undefined
    again = setTimeout(() => {
      again = undefined
      listen()
    }, listenAgainMs).unref()
  }

  return {
    tell: () => {
      if (pause) isOwed = true
      else if (!isClosed) send()
    },
    listen,
    close: async () => {
      isClosed = true
      clearTimeout(again)
      clearTimeout(pause)
      await listener?.end().catch(() => {})
    },
  }
}
