import type { Base, Wanted } from '../../src/domain/insights/intervals.ts'

/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** How many people each account has: many have few. */
export function drawWorld(random: () => number, accounts: number, largest: number): number[] {
  return Array.from({ length: accounts }, () => 1 + Math.floor(largest * random() ** 3))
}

export interface Drawn {
  readonly base: Base
  readonly wanted: Wanted
}

/**
 * Who votes for a post that this share of people wants. `alike` is how much people of one account agree (the intraclass correlation): in that share of
 * accounts all decide as one, in the others each alone.
 */
export function draw(random: () => number, sizes: readonly number[], share: number, alike: number): Drawn {
  let [people, clusterSquares, voters, squares, products] = [0, 0, 0, 0, 0]
  for (const size of sizes) {
    const together = random() < alike
    const all = random() < share ? size : 0
    let own = 0
    if (together) own = all
    else for (let person = 0; person < size; person += 1) own += random() < share ? 1 : 0
    people += size
    clusterSquares += size ** 2
    voters += own
    squares += own ** 2
    products += own * size
  }
  return { base: { people, clusters: sizes.length, squares: clusterSquares }, wanted: { voters, squares, products } }
}
