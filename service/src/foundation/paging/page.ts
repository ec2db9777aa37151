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

/** The place of an item in a list that people put in order. */
export interface PositionPlace {
  readonly position: number
  readonly id: string
}

/** A page of a list that is short enough to be read whole. If the last item of the page before is still there, it begins after it, whatever its position is now. */
export function pageByPosition<Item extends PositionPlace>(
  items: readonly Item[],
  { limit, after }: PageRequest<PositionPlace>,
): Page<Item, PositionPlace> {
  const left = restAfter(items, after)
  const shown = left.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown, next: last && left.length > limit ? { position: last.position, id: last.id } : undefined }
}

function restAfter<Item extends PositionPlace>(
  items: readonly Item[],
  after: PositionPlace | undefined,
): readonly Item[] {
  const place = items.findIndex(({ id }) => id === after?.id)
  if (!after || place !== -1) return items.slice(place + 1)
  return items.filter(({ position, id }) => position > after.position || (position === after.position && id > after.id))
}
