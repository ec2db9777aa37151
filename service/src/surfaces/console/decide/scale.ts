/** An axis: round numbers from end to end. */
export interface Scale {
  readonly ticks: readonly number[]
  /** Where a number stands, in percent. */
  place(number: number): number
}

const WANTED_TICKS = 5
/** What is less apart stands at the same place: its numbers are written with nine decimals at most. */
const LEAST_SPAN = 1e-9

/** Begins at 0, unless a number is negative. */
export function scaleOf(numbers: readonly number[]): Scale {
  const least = Math.min(0, ...numbers)
  const most = Math.max(0, ...numbers)
  const span = most - least
  const step = stepFor((span < LEAST_SPAN ? 1 : span) / WANTED_TICKS)
  const first = Math.floor(least / step)
  const last = Math.max(Math.ceil((most * 1.02) / step), first + 1) // the largest number stays off the edge
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => rounded((first + place) * step))
  return { ticks, place: (number) => rounded(((number / step - first) / (last - first)) * 100, 100) }
}

/** 1, 2 or 5 times a power of ten. */
function stepFor(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const times = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10
  return times * power
}

/** Without the noise of fractions in binary. */
function rounded(number: number, parts = 1e9): number {
  return Math.abs(number) >= 1e6 ? number : Math.round(number * parts) / parts
}

export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
