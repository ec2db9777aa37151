export interface PlaceInLine<Item> {
  readonly item: Item
  before: PlaceInLine<Item> | undefined
  behind: PlaceInLine<Item> | undefined
  isLeft: boolean
}

/** In the order in which they came; anybody may leave at any time. In place of a Set; see `ShortLivedMap`. */
export class WaitingList<Item> implements Iterable<Item> {
  #first: PlaceInLine<Item> | undefined
  #last: PlaceInLine<Item> | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  get first(): Item | undefined {
    return this.#first?.item
  }

  add(item: Item): PlaceInLine<Item> {
    const place: PlaceInLine<Item> = { item, before: this.#last, behind: undefined, isLeft: false }
    if (this.#last) this.#last.behind = place
    else this.#first = place
    this.#last = place
    this.#size += 1
    return place
  }

  /** Only the item at hand may leave meanwhile. */
  *[Symbol.iterator](): Iterator<Item> {
    let place = this.#first
    while (place) {
      const { item, behind }: PlaceInLine<Item> = place
      yield item
      place = behind
    }
  }

  /** Does nothing if it was removed before. */
  remove(place: PlaceInLine<Item>): void {
    if (place.isLeft) return
    place.isLeft = true
    if (place.before) place.before.behind = place.behind
    else this.#first = place.behind
    if (place.behind) place.behind.before = place.before
    else this.#last = place.before
    this.#size -= 1
    // A place that was left keeps no other one alive.
    place.before = undefined
    place.behind = undefined
  }
}
