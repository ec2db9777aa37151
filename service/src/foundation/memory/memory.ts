/** A small cache by name. It is bounded: when it is full, the least recently used entry is removed. */
export interface Memory<Value> {
  /** The value, if it is fresh enough to be used. */
  fresh(name: string): Value | undefined
  /** The value, however old it is. */
  last(name: string): Value | undefined
  /** `bytes`: about how much it takes, if that is bounded too. */
  set(name: string, value: Value, bytes?: number): void
  forget(name: string): void
}

export interface MemoryOptions {
  readonly most: number
  /** For all entries together. */
  readonly mostBytes?: number
  readonly freshMs: number
}

export function openMemory<Value>({ most, mostBytes = Infinity, freshMs }: MemoryOptions): Memory<Value> {
  // A Map keeps its order: the first entry is the one that was used longest ago.
  const entries = new Map<string, { value: Value; until: number; bytes: number }>()
  let bytesOfAll = 0

  function use(name: string) {
    const entry = entries.get(name)
    // While there is much room, no entry is removed soon, so the order need not be updated at each use.
    if (entry && (entries.size > most / 2 || bytesOfAll > mostBytes / 2)) {
      entries.delete(name)
      entries.set(name, entry)
    }
    return entry
  }

  function forget(name: string): void {
    bytesOfAll -= entries.get(name)?.bytes ?? 0
    entries.delete(name)
  }

  return {
    fresh: (name) => {
      const entry = use(name)
      return entry && entry.until > performance.now() ? entry.value : undefined
    },
    last: (name) => entries.get(name)?.value,
    set: (name, value, bytes = 0) => {
      forget(name)
      entries.set(name, { value, until: performance.now() + freshMs, bytes })
      bytesOfAll += bytes
      for (const oldest of entries.keys()) {
        if (entries.size <= most && bytesOfAll <= mostBytes) return
        forget(oldest)
      }
    },
    forget,
  }
}
