/** How much of a list is asked for, and after which place. */
export interface PageRequest<Place> {
  readonly limit: number
  readonly after: Place | undefined
}

export interface Page<Item, Place> {
  readonly items: readonly Item[]
  /** Where the next page begins; absent on the last one. */
  readonly next: Place | undefined
}

/** Of `limit + 1` rows: the one too many says that there is a next page, which begins after the last one shown. */
export function pageOf<Row, Item, Place>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  placeOf: (row: Row) => Place,
): Page<Item, Place> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(toItem), next: rows.length > limit && last ? placeOf(last) : undefined }
}
