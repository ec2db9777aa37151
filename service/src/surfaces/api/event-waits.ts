import type { EventType, Position, Scan } from '../../domain/events/index.ts'
import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { rateLimited } from '../../foundation/rate-limits/index.ts'

/** A request that waits for events of these types in its project, after this position. */
export type Awaited = Position & { readonly projectId: Id<'project'>; readonly types: readonly EventType[] }

/** Requests that wait for events: they hold no connection to the database, and one statement looks for all of them. */
export interface EventWaits {
  /**
   * Ends when there is an event, when the time is over, when `gone` says that the client has left, or when the service stops. Returns the
   * position to read from: before it there is no event of these types.
   */
  wait(place: Awaited, ms: number, gone: AbortSignal): Promise<Position>
  stop(): void
  isStopped(): boolean
}

const LOOK_EVERY_MS = 500
const MOST_IN_ALL = 1_000
const MOST_OF_A_PROJECT = 20

interface Waiter {
  place: Awaited
  readonly wake: () => void
}

export function openEventWaits(
  scanAfter: (places: readonly Awaited[]) => Promise<readonly Scan[]>,
  lookEveryMs = LOOK_EVERY_MS,
): EventWaits {
  const waiting = new Set<Waiter>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function look(): Promise<void> {
    const asked = [...waiting]
    // If the database is out of reach, the next look asks again; requests report the outage when their time is over and they read.
    const scans = await scanAfter(asked.map(({ place }) => place)).catch((): readonly Scan[] => [])
    for (const [index, { types, end }] of scans.entries()) {
      const waiter = asked[index]
      if (!waiter) continue
      // Skips events of other types, so that a request reads only when there is an event for it.
      if (end && !types.some((type) => waiter.place.types.includes(type))) waiter.place = { ...waiter.place, ...end }
      else waiter.wake()
    }
    timer = undefined
    lookLater()
  }

  function lookLater(): void {
    if (timer || waiting.size === 0 || isStopped) return
    timer = setTimeout(() => void look(), lookEveryMs)
  }

  return {
    isStopped: () => isStopped,
    wait: (place, ms, gone) => {
      if (isStopped || gone.aborted) return Promise.resolve(place)
      const ofProject = [...waiting].filter((other) => other.place.projectId === place.projectId).length
      if (waiting.size >= MOST_IN_ALL || ofProject >= MOST_OF_A_PROJECT) {
        const detail =
          'Too many requests of this project wait for events already. Let one wait, and ask again when it was answered.'
        throw new Problem(rateLimited, { detail, headers: { 'retry-after': '5' } })
      }
      return new Promise((ended) => {
        const wake = () => {
          waiting.delete(waiter)
          clearTimeout(limit)
          gone.removeEventListener('abort', wake)
          ended({ tx: waiter.place.tx, seq: waiter.place.seq })
        }
        const waiter: Waiter = { place, wake }
        const limit = setTimeout(wake, ms)
        gone.addEventListener('abort', wake)
        waiting.add(waiter)
        lookLater()
      })
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      for (const { wake } of [...waiting]) wake()
    },
  }
}
