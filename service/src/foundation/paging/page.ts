/** How much of a list is asked for, and after which place. */
export interface PageRequest<Place> {
  readonly limit: number
  readonly after: Place | undefined
  /** A limit for the size of its texts, if it is smaller than the usual limit of a page. */
  readonly mostBytes?: number
}

export interface Page<Item, Place> {
  readonly items: readonly Item[]
  /** Where the next page begins; absent on the last one. */
  readonly next: Place | undefined
}

/** Set by `lightEnough`: whether another row follows, which it may have left out. Null: none does. */
export interface Weighed {
  readonly is_followed?: true | null
}

/**
 * Takes `limit + 1` rows: the extra row means that there is a next page, which begins after the last row of this one. So does a row that would have
 * made the page too large.
 */
export function pageOf<Row extends object & Weighed, Item, Place>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  placeOf: (row: Row) => Place,
): Page<Item, Place> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const isFollowed = rows.length > shown.length || last?.is_followed === true
  return { items: shown.map(toItem), next: isFollowed && last ? placeOf(last) : undefined }
}
