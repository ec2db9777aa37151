import type { Position } from '../../domain/events/index.ts'
import type { Id } from '../../foundation/ids/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { rateLimited } from '../../foundation/rate-limits/index.ts'

/** A request that waits for events of its project after this position. */
export type Awaited = Position & { readonly projectId: Id<'project'> }

/** Requests that wait for events: they hold no connection to the database, and one statement looks for all of them. */
export interface EventWaits {
  /** Ends when there is an event, when the time is over, when `gone` says that the client left, and when the service stops. */
  wait(place: Awaited, ms: number, gone: AbortSignal): Promise<void>
  stop(): void
  isStopped(): boolean
}

const LOOK_EVERY_MS = 500
const MOST_IN_ALL = 1_000
const MOST_OF_A_PROJECT = 20

export function openEventWaits(
  hasMoved: (places: readonly Awaited[]) => Promise<readonly boolean[]>,
  lookEveryMs = LOOK_EVERY_MS,
): EventWaits {
  const waiting = new Map<symbol, { readonly place: Awaited; readonly wake: () => void }>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function look(): Promise<void> {
    const asked = [...waiting.values()]
    // If the database is out of reach, it is asked again; a waiting request gets the error when its time is over and it reads.
    const moved = await hasMoved(asked.map(({ place }) => place)).catch((): readonly boolean[] => [])
    for (const [index, { wake }] of asked.entries()) if (moved[index]) wake()
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
      if (isStopped || gone.aborted) return Promise.resolve()
      const ofProject = [...waiting.values()].filter((other) => other.place.projectId === place.projectId).length
      if (waiting.size >= MOST_IN_ALL || ofProject >= MOST_OF_A_PROJECT) {
        const detail =
          'Too many requests of this project wait for events already. Let one wait, and ask again when it was answered.'
        throw new Problem(rateLimited, { detail, headers: { 'retry-after': '5' } })
      }
      return new Promise((ended) => {
        const key = Symbol()
        const wake = () => {
          waiting.delete(key)
          clearTimeout(limit)
          gone.removeEventListener('abort', wake)
          ended()
        }
        const limit = setTimeout(wake, ms)
        gone.addEventListener('abort', wake)
        waiting.set(key, { place, wake })
        lookLater()
      })
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      for (const { wake } of waiting.values()) wake()
    },
  }
}
