import { setImmediate } from 'node:timers/promises'

/** A request passes the event loop several times, and may wait so long each time. */
const EVERY_MS = 1
/** If a turn of the event loop takes longer than this, it had something else to do. */
const QUIET_MS = 0.2
/** So often it lets others go first, and not for ever. */
const MOST_TURNS = 20

/** For long work that only computes: whoever calls this often lets requests be answered first. */
export function breather(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    let began = performance.now()
    if (began - last < EVERY_MS) return
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      await setImmediate()
      last = performance.now()
      if (last - began < QUIET_MS) return
      began = last
    }
  }
}
