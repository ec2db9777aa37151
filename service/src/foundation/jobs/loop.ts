import { type Log, limitRepeats } from '../log/index.ts'
import { UNWATCHED, type WorkMeter } from '../metrics/index.ts'

/** Work that begins within a second, which the queue of jobs cannot do. */
export interface Loop {
  readonly name: string
  /** A small part of the work. False: nothing is left to do for now. Harmless to repeat. */
  run(): Promise<boolean>
  /** How long it pauses while there is nothing to do, unless `run` takes long. */
  readonly pauseMs?: number
}

export interface RunningLoop {
  /** Lets the part under way finish. */
  stop(): Promise<void>
}

const PAUSE_MS = 500
/** A loop pauses so many times as long as it ran: if looking for work takes long, it is done more rarely. */
const PAUSE_TIMES = 20

/**
 * For loops that read what happens: after fewer than this a loop pauses, so that what comes meanwhile is read together. Otherwise a busy service would read
 * one event after the other, in a transaction each. Smaller than every portion.
 */
export const FEW = 100

/** Runs until it is stopped; pauses while there is nothing to do, and after a failure. */
export function startLoop(
  { name, run, pauseMs = PAUSE_MS }: Loop,
  log: Log,
  meter: WorkMeter = UNWATCHED,
): RunningLoop {
  let isStopped = false
  let endPause = () => {}
  const failures = limitRepeats(log)
  const runOnce = async () => {
    try {
      const hasMore = await run()
      meter.done(name)
      return hasMore
    } catch (error) {
      meter.failed(name)
      failures.error({ loop: name, err: error }, 'work beside the requests failed; it is tried again')
      return false
    }
  }
  /** Nothing of a pause is left after it: a race with one promise for the end of the loop would be kept by that promise. */
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  async function runOn(): Promise<void> {
    while (!isStopped) {
      const began = performance.now()
      if ((await runOnce()) || isStopped) continue
      const took = performance.now() - began
      await pause(Math.max(pauseMs, Math.min(PAUSE_MS, PAUSE_TIMES * took)))
    }
  }
  const ended = runOn()
  return {
    stop: () => {
      isStopped = true
      endPause()
      return ended
    },
  }
}
