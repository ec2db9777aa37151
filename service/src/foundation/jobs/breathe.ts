import { setImmediate } from 'node:timers/promises'
import { isAskedMuch } from './rush.ts'

/** A request passes the event loop several times, and may wait so long each time. */
const EVERY_MS = 1
/** If a turn of the event loop takes longer than this, it had something else to do. */
const QUIET_MS = 0.2
/** So often it lets others go first, and not for ever. */
const MOST_TURNS = 20
/** Work that may rest does so for so many times as long as it went on before, but for `LONGEST_REST_MS` at most. */
const REST_TIMES = 2
const LONGEST_REST_MS = 20
/** All rests together: whoever sends a file by a request has 30 seconds. */
const MOST_RESTED_MS = 3_000

/**
 * For long work that only computes: whoever calls this often lets requests be answered first. `mayRest`: it also rests in between while this process answers
 * many requests.
 */
export function breather({ mayRest = false } = {}): () => Promise<void> {
  let last = performance.now()
  let rested = 0
  return async () => {
    let began = performance.now()
    const passed = began - last
    if (passed < EVERY_MS) return
    if (mayRest && rested < MOST_RESTED_MS && isAskedMuch()) {
      await rest(Math.min(LONGEST_REST_MS, REST_TIMES * passed))
      rested += performance.now() - began
      began = performance.now()
    }
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      await setImmediate()
      last = performance.now()
      if (last - began < QUIET_MS) return
      began = last
    }
  }
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
