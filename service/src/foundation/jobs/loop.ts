import { type Log, limitRepeats } from '../log/index.ts'
import { UNWATCHED, type WorkMeter } from '../metrics/index.ts'
import { isAskedMuch } from './rush.ts'
import type { Writes } from './writes-store.ts'

/** Work that begins within a second, which the queue of jobs cannot do. */
export interface Loop {
  readonly name: string
  /** A small part of the work. False: nothing is left to do for now. Harmless to repeat. */
  run(): Promise<boolean>
  /** How long it pauses while there is nothing to do, unless `run` takes long. */
  readonly pauseMs?: number
  /** So often it looks even if nothing was written: work may be due by the clock. */
  readonly restMs?: number
  /** It may take its time: while this process answers many requests, it rests after each part for as long as the part took, half a second at most. */
  readonly givesWay?: boolean
}

export interface LoopOptions {
  readonly log: Log
  readonly meter?: WorkMeter
  /** Absent: it looks after each pause. */
  readonly writes?: Writes
}

export interface RunningLoop {
  /** There is work for it. */
  wake(): void
  /** Lets the part under way finish. */
  stop(): Promise<void>
}

const PAUSE_MS = 500
const REST_MS = 2_000
/** A loop pauses so many times as long as it ran: if looking for work takes long, it is done more rarely. */
const PAUSE_TIMES = 20
const GIVES_WAY_MOST_MS = 500

/**
 * For loops that read what happens: after fewer than this a loop pauses, so that what comes meanwhile is read together. Otherwise a busy service would read
 * one event after the other, in a transaction each. Smaller than every portion.
 */
export const FEW = 100

/** Runs until it is stopped; pauses while there is nothing to do, and after a failure. */
export function startLoop(
  { name, run, pauseMs = PAUSE_MS, restMs = REST_MS, givesWay = false }: Loop,
  { log, meter = UNWATCHED, writes }: LoopOptions,
): RunningLoop {
  let isStopped = false
  let isWoken = false
  let endPause = () => {}
  const failures = limitRepeats(log)
  const runOnce = async (): Promise<'more' | 'nothing' | 'failed'> => {
    try {
      const hasMore = await run()
      meter.done(name)
      return hasMore ? 'more' : 'nothing'
    } catch (error) {
      meter.failed(name)
      failures.error({ loop: name, err: error }, 'work beside the requests failed; it is tried again')
      return 'failed'
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
    /** What had been written when it last found nothing to do, and when that was. */
    let known: string | undefined
    let knownAt = Number.NEGATIVE_INFINITY
    while (!isStopped) {
      const written = writes && (await writes())
      const began = performance.now()
      const isQuiet = !isWoken && written !== undefined && written === known && began - knownAt < restMs
      isWoken = false
      const found = isQuiet || isStopped ? 'nothing' : await runOnce()
      if (found === 'more' && givesWay && !isStopped && isAskedMuch())
        await pause(Math.min(performance.now() - began, GIVES_WAY_MOST_MS))
      if (found === 'more' || isStopped || isWoken) continue
      if (!isQuiet) {
        known = found === 'failed' ? undefined : written
        knownAt = began
      }
      const took = performance.now() - began
      await pause(Math.max(pauseMs, Math.min(PAUSE_MS, PAUSE_TIMES * took)))
    }
  }
  const ended = runOn()
  return {
    wake: () => {
      isWoken = true
      endPause()
    },
    stop: () => {
      isStopped = true
      endPause()
      return ended
    },
  }
}
