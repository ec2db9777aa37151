/** How much of a list is asked for, and after which place. */
export interface PageRequest<Place> {
  readonly limit: number
  readonly after: Place | undefined
  /** How much its texts may weigh, where that is less than what a page usually may. */
  readonly mostBytes?: number
}

export interface Page<Item, Place> {
  readonly items: readonly Item[]
  /** Where the next page begins; absent on the last one. */
  readonly next: Place | undefined
}

/** Of a row that `lightEnough` let through: how many rows there were before it left any out. */
export interface Weighed {
  readonly rows_there?: number
}

/**
 * Of `limit + 1` rows: the one too many says that there is a next page, which begins after the last one shown. So does a row that would
 * have made the page too heavy.
 */
export function pageOf<Row extends object & Weighed, Item, Place>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  placeOf: (row: Row) => Place,
): Page<Item, Place> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const there = rows[0]?.rows_there ?? rows.length
  return { items: shown.map(toItem), next: there > shown.length && last ? placeOf(last) : undefined }
}
