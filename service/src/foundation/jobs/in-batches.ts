/**
 * Writes items together that come while an earlier write is under way: one statement instead of many when there is much to do, and no
 * waiting when there is not. The promise of an item is settled with its batch.
 */
export function inBatches<Item>(most: number, write: (items: readonly Item[]) => Promise<void>) {
  const waiting: { readonly item: Item; readonly done: PromiseWithResolvers<void> }[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      await write(batch.map(({ item }) => item)).then(
        () => batch.forEach(({ done }) => void done.resolve()),
        (error: unknown) => batch.forEach(({ done }) => void done.reject(error)),
      )
    }
    isWriting = false
  }

  return (item: Item): Promise<void> => {
    const done = Promise.withResolvers<void>()
    waiting.push({ item, done })
    void writeAll()
    return done.promise
  }
}
