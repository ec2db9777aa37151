export interface Random {
  /** A whole number from 0 up to, and without, `count`. */
  below(count: number): number
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Mulberry32: the same seed makes the same plan. How the machine runs the plan is still random. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const below = (count: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count)
  }
  return { below, oneOf: (items) => items[below(items.length)] ?? items[0] }
}
