export { each } from '../../../ui/lists.ts'

/* Without methods of arrays, which the page may have replaced. */

/** Both lists, one after the other. An item of both stands at its first place. */
export function joined<Item extends { readonly id: string }>(one: readonly Item[], other: readonly Item[]): Item[] {
  const all: Item[] = []
  const ids = new Set<string>()
  for (const list of [one, other]) {
    for (const item of list) {
      if (!ids.has(item.id)) all[all.length] = item
      ids.add(item.id)
    }
  }
  return all
}

/** The same list, in which this item is replaced or left out. */
export function withItem<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  item: Item | undefined,
): Item[] {
  const all: Item[] = []
  for (const one of items) {
    const next = one.id === id ? item : one
    if (next) all[all.length] = next
  }
  return all
}
