/**
 * For many small writes at once: what comes while a write is under way is written together by the next one. Each promise resolves when its item is
 * written, and fails with the write that it was part of.
 */
export function gather<Item>(write: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  let next: { readonly items: Item[]; readonly written: Promise<void> } | undefined
  const begin = () => {
    const items: Item[] = []
    const written = last.then(() => {
      next = undefined
      return write(items)
    })
    last = written.catch(() => {})
    return { items, written }
  }
  return (item) => {
    next ??= begin()
    next.items.push(item)
    return next.written
  }
}
