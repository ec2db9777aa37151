/** Without methods of arrays, which a page that has the widget may have replaced. */
export function each<Item, Result>(items: readonly Item[], make: (item: Item) => Result): Result[] {
  const made: Result[] = []
  for (const item of items) made[made.length] = make(item)
  return made
}
