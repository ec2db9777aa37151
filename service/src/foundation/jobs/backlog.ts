/** What waits although its time has come. */
export interface Backlog {
  /** Up to `MOST_COUNTED`. */
  readonly length: number
  /** When the time of the first one came; undefined if none waits. */
  readonly oldest: Date | undefined
}

/** A queue with more than this has the same cause, and counting on would load the database. */
export const MOST_COUNTED = 10_000

export interface BacklogRow {
  readonly length: number
  readonly oldest: Date | null
}

export function toBacklog([row]: readonly BacklogRow[]): Backlog {
  return { length: row?.length ?? 0, oldest: row?.oldest ?? undefined }
}
