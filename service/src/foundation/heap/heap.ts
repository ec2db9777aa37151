import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

interface When {
  readonly everyMs?: number
  /** How much the process must have grown before a collection is worth its pause, which takes about 2 ms for each living MB. */
  readonly grownByBytes?: number
}

/** A process that works less than this share of the time is quiet; health checks alone do not make it busy. */
const QUIET = 0.05
/** After a pause it rests for so many times as long, so that pauses never take more than a hundredth of the time. */
const REST = 100

/**
 * V8 keeps the memory of a busy moment until it needs it again, which in a quiet process may be never. This gives it
 * back to the machine while no request waits.
 */
export function giveMemoryBack({ everyMs = 5_000, grownByBytes = 48_000_000 }: When = {}): { stop(): void } {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  let usage = performance.eventLoopUtilization()
  let restUntil = 0
  let least = 0 // the memory of the start is given back too
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, usage)
    usage = now
    const resident = process.memoryUsage.rss()
    least = Math.min(least, resident)
    const started = performance.now()
    if (utilization > QUIET || resident - least < grownByBytes || started < restUntil) return
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    least = process.memoryUsage.rss()
    const ended = performance.now()
    restUntil = ended + REST * (ended - started)
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** How many works keep the heap small now. */
let keeping = 0

/**
 * For long work that makes much garbage, such as reading a large file. V8 otherwise lets the part of the heap for old objects become several times as large as
 * what lives in it, before it collects. Twice as large is enough; with less, collections were so frequent that others waited for them. Several works may do this
 * at once.
 */
export function keepHeapSmall(): { stop(): void } {
  keeping += 1
  if (keeping === 1) setFlagsFromString('--heap-growing-percent=100')
  let isStopped = false
  return {
    stop: () => {
      if (isStopped) return
      isStopped = true
      keeping -= 1
      if (keeping === 0) setFlagsFromString('--heap-growing-percent=0') // the default: V8 decides
    },
  }
}
