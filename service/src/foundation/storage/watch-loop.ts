import { type EventLoopUtilization, performance } from 'node:perf_hooks'

const LOOK_EVERY_MS = 50
/** A process that computed for more than this part of the last moments is busy. */
const BUSY = 0.5

/** Tells whether this process is busy. A process that waits for its turn on a processor is, too. Time is measured when somebody asks, and from then on. */
export function watchLoop(
  now: () => number = () => performance.now(),
  read: () => EventLoopUtilization = () => performance.eventLoopUtilization(),
): () => boolean {
  let lookedAt = now()
  let last = read()
  let isBusy = false
  return () => {
    if (now() - lookedAt < LOOK_EVERY_MS) return isBusy
    const current = read()
    isBusy = performance.eventLoopUtilization(current, last).utilization > BUSY
    lookedAt = now()
    last = current
    return isBusy
  }
}
