export { each } from '../../../ui/lists.ts'

/* By hand: the page around may have methods of arrays of its own. */

/** Both, one after the other; what is in both stands where it stood first. */
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

/** The same list, with another item or none where this one was. */
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
