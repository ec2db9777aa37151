/** Work that goes on after its request was answered. When the service stops, it is broken off, and the stop waits until it has ended. */
export interface Afterwork {
  /** Aborted when the service stops. */
  readonly signal: AbortSignal
  add(work: Promise<void>): void
  stop(): Promise<void>
}

export function openAfterwork(): Afterwork {
  const stopping = new AbortController()
  const under = new Set<Promise<void>>()
  return {
    signal: stopping.signal,
    add: (work) => {
      const ended = work.finally(() => under.delete(ended))
      under.add(ended)
    },
    stop: async () => {
      stopping.abort()
      await Promise.allSettled(under)
    },
  }
}
