const RECENT_MS = 1_000

let last = Number.NEGATIVE_INFINITY

/** Called for each request that this process answers. `at`: of the monotonic clock. */
export function noteRequest(at: number): void {
  last = at
}

/** Whether this process answers requests at the moment. Work beside them then goes in smaller steps, because each step may hold up a request. */
export function isAsked(): boolean {
  return performance.now() - last < RECENT_MS
}
