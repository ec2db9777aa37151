import { type EventLoopUtilization, performance } from 'node:perf_hooks'

const LOOK_EVERY_MS = 50
/** A process that computed for more than this part of the last moments is busy. */
const BUSY = 0.5

/** A look that is older says nothing about now. */
const FORGOTTEN_AFTER_MS = 200

/** `unknown`: nobody asked lately. */
export type Load = 'free' | 'busy' | 'unknown'

/**
 * Tells whether this process has time for more. A process that waits for its turn on a processor counts as busy. Time is measured when somebody asks, and
 * from then on, so whoever asks after a pause gets no answer for a moment.
 */
export function watchLoop(
  now: () => number = () => performance.now(),
  read: () => EventLoopUtilization = () => performance.eventLoopUtilization(),
): () => Load {
  let lookedAt = Number.NEGATIVE_INFINITY
  let last = read()
  let load: Load = 'unknown'
  return () => {
    const passed = now() - lookedAt
    if (passed < LOOK_EVERY_MS) return load
    const current = read()
    if (passed > FORGOTTEN_AFTER_MS) load = 'unknown'
    else load = performance.eventLoopUtilization(current, last).utilization > BUSY ? 'busy' : 'free'
    lookedAt = now()
    last = current
    return load
  }
}
