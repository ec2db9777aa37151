const RECENT_MS = 1_000
/** More requests in a second than those of somebody who watches how far an import is. */
const MANY = 20

let last = Number.NEGATIVE_INFINITY
/** Requests since the current second began, and in the second before it. */
let [began, asked, askedBefore] = [Number.NEGATIVE_INFINITY, 0, 0]

/** Called for each request that this process answers. `at`: of the monotonic clock. */
export function noteRequest(at: number): void {
  turnOver(at)
  asked += 1
  last = at
}

/** Whether this process answers requests at the moment. Work beside them then goes in smaller steps, because each step may hold up a request. */
export function isAsked(): boolean {
  return performance.now() - last < RECENT_MS
}

/** Whether this process answers many requests. Work that may take its time then rests in between. */
export function isAskedMuch(): boolean {
  turnOver(performance.now())
  return Math.max(asked, askedBefore) >= MANY
}

function turnOver(at: number): void {
  const passed = at - began
  if (passed < RECENT_MS) return
  askedBefore = passed < 2 * RECENT_MS ? asked : 0
  asked = 0
  began = at
}
