/** A small cache by name. It is bounded: when it is full, the least recently used entry is removed. */
export interface Memory<Value> {
  /** The value, if it is fresh enough to be used. */
  fresh(name: string): Value | undefined
  /** The value, however old it is. */
  last(name: string): Value | undefined
  set(name: string, value: Value): void
  forget(name: string): void
}

export function openMemory<Value>({ most, freshMs }: { most: number; freshMs: number }): Memory<Value> {
  // A Map keeps its order: the first entry is the one that was used longest ago.
  const entries = new Map<string, { value: Value; until: number }>()

  function use(name: string) {
    const entry = entries.get(name)
    // While there is much room, no entry is removed soon, so the order need not be updated at each use.
    if (entry && entries.size > most / 2) {
      entries.delete(name)
      entries.set(name, entry)
    }
    return entry
  }

  return {
    fresh: (name) => {
      const entry = use(name)
      return entry && entry.until > performance.now() ? entry.value : undefined
    },
    last: (name) => entries.get(name)?.value,
    set: (name, value) => {
      entries.delete(name)
      entries.set(name, { value, until: performance.now() + freshMs })
      const [oldest] = entries.size > most ? entries.keys() : []
      if (oldest !== undefined) entries.delete(oldest)
    },
    forget: (name) => void entries.delete(name),
  }
}
