import { setImmediate } from 'node:timers/promises'

const EVERY_MS = 5

/** For long work that only computes: whoever calls this often lets requests be answered meanwhile. */
export function breather(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < EVERY_MS) return
    await setImmediate()
    last = performance.now()
  }
}
