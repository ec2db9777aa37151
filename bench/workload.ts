export interface Measured {
  readonly ours: number
  readonly limit: number
  readonly ratio: number
}

export interface Workload {
  readonly name: string
  readonly unit: string
  /** The least ratio that is good enough. */
  readonly floor: number
  measure(): Promise<Measured>
}

/** For a size or a time against a fixed or measured bound. */
export function smallerIsBetter(ours: number, limit: number): Measured {
  return { ours, limit, ratio: limit / ours }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
}
