import type { Redis } from 'ioredis'

/** A count is one round trip. If it takes longer, this process counts the request by itself. */
const ANSWER_WITHIN_MS = 250
const ASK_AGAIN_EVERY_MS = 1_000
const PROBE = 'svc:probe'

export interface WatchedRedis {
  readonly client: Redis
  /** Known without asking, so that only the first request waits for a Redis that hangs. */
  isAway(): boolean
  /** A command failed: Redis is away until it answers a probe. */
  failed(error: Error): void
  close(): void
}

export interface WatchOptions {
  /** Once, when Redis stops answering. */
  readonly onAway: (error: Error) => void
  /** Once, when it answers again. */
  readonly onBack: () => void
}

export async function watchRedis(url: string, { onAway, onBack }: WatchOptions): Promise<WatchedRedis> {
  const { Redis } = await import('ioredis') // only where it is used
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: ANSWER_WITHIN_MS,
  })
  let isAway = true // until it is connected
  let isTold = false
  let isClosing = false
  let probes: NodeJS.Timeout | undefined

  function leave(error: Error): void {
    isAway = true
    probes ??= setInterval(probe, ASK_AGAIN_EVERY_MS).unref()
    if (isTold || isClosing) return
    isTold = true
    onAway(error)
  }
  function comeBack(): void {
    isAway = false
    clearInterval(probes)
    probes = undefined
    if (!isTold) return
    isTold = false
    onBack()
  }
  /** A write: a server that is full or read-only answers a PING. */
  function probe(): void {
    if (client.status === 'ready') client.set(PROBE, '1', 'PX', ASK_AGAIN_EVERY_MS).then(comeBack, () => {})
  }

  client.on('ready', comeBack).on('error', leave)
  client.on('close', () => leave(new Error('The connection to Redis was closed')))
  return {
    client,
    isAway: () => isAway,
    failed: leave,
    close: () => {
      isClosing = true
      clearInterval(probes)
      client.disconnect()
    },
  }
}
