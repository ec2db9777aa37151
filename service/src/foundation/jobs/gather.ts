export interface GatherOptions {
  /** So many are written at once; fewer only if no more are expected, or after `withinMs`. */
  readonly enough: number
  readonly withinMs: number
  readonly areMoreExpected: () => boolean
}

/**
 * For many small writes at once: what comes while a write is under way is written together by the next one. Each promise resolves when its item is
 * written, and fails with the write that it was part of.
 */
export function gather<Item>(
  write: (items: readonly Item[]) => Promise<void>,
  { enough, withinMs, areMoreExpected }: GatherOptions = { enough: 1, withinMs: 0, areMoreExpected: () => false },
): (item: Item) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  let next: { readonly items: Item[]; readonly written: Promise<void>; readonly isReady: () => void } | undefined
  const begin = () => {
    const items: Item[] = []
    const ready = Promise.withResolvers<void>()
    const timer = enough > 1 ? setTimeout(ready.resolve, withinMs) : undefined
    const written = Promise.all([last, ready.promise]).then(() => {
      clearTimeout(timer)
      next = undefined
      return write(items)
    })
    last = written.catch(() => {})
    return { items, written, isReady: ready.resolve }
  }
  return (item) => {
    next ??= begin()
    next.items.push(item)
    if (next.items.length >= enough || !areMoreExpected()) next.isReady()
    return next.written
  }
}
