/** Readers of a stream that ended come back after so long, each at another time: a service that started again is not overrun. */
export const COME_BACK_MS = { least: 1_000, most: 5_000 }

/** A time between the least and the most. */
export function between({ least, most }: { readonly least: number; readonly most: number }): number {
  return least + Math.random() * (most - least)
}
