/** So many entries may go before there is a new Map. */
const MOST_GONE = 32

/**
 * A Map for entries that come and go with requests.
 *
 * After some have come and gone, V8 copies a Map or a Set into a new table, and the old table points to the new one. Once an old table is among the old objects, all later
 * tables, and all that ever stood in them, live until all garbage is collected: each collection of young objects then copies what requests made. A new Map ends the chain.
 */
export class ShortLivedMap<Key, Value> {
  #entries = new Map<Key, Value>()
  #gone = 0

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value)
  }

  delete(key: Key): void {
    if (!this.#entries.delete(key)) return
    this.#gone += 1
    if (this.#gone < Math.max(MOST_GONE, this.#entries.size)) return
    this.#entries = new Map(this.#entries)
    this.#gone = 0
  }

  values(): Value[] {
    return [...this.#entries.values()]
  }
}
