import { type PlaceInLine, WaitingList } from '../heap/index.ts'

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

interface Entry<Value> {
  readonly name: string
  readonly value: Value
  readonly until: number
  readonly bytes: number
}

export function openMemory<Value>({ most, mostBytes = Infinity, freshMs }: MemoryOptions): Memory<Value> {
  const places = new Map<string, PlaceInLine<Entry<Value>>>()
  // The order of a Map would do, but to find its first entry V8 passes all places of removed ones: with 5,000 entries it took 7 µs to replace one.
  const byLastUse = new WaitingList<Entry<Value>>()
  let bytesOfAll = 0

  const isTooFull = () => places.size > most || bytesOfAll > mostBytes

  function add(entry: Entry<Value>): void {
    places.set(entry.name, byLastUse.add(entry))
  }

  function use(name: string): Entry<Value> | undefined {
    const place = places.get(name)
    // While there is much room, no entry is removed soon, so the order need not be updated at each use.
    if (place && (places.size > most / 2 || bytesOfAll > mostBytes / 2)) {
      byLastUse.remove(place)
      add(place.item)
    }
    return place?.item
  }

  function forget(name: string): void {
    const place = places.get(name)
    if (!place) return
    places.delete(name)
    byLastUse.remove(place)
    bytesOfAll -= place.item.bytes
  }

  return {
    fresh: (name) => {
      const entry = use(name)
      return entry && entry.until > performance.now() ? entry.value : undefined
    },
    last: (name) => places.get(name)?.item.value,
    set: (name, value, bytes = 0) => {
      forget(name)
      add({ name, value, until: performance.now() + freshMs, bytes })
      bytesOfAll += bytes
      for (let oldest = byLastUse.first; oldest && isTooFull(); oldest = byLastUse.first) forget(oldest.name)
    },
    forget,
  }
}
