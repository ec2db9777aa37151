import { setTimeout as pause } from 'node:timers/promises'
import { within } from '../storage/index.ts'

/** The result of a portion: how many rows it changed, where 0 means that none is left; or where the next portion continues. Undefined: done. */
export type Left = number | string | undefined

/** One of several pieces of work that a job does, each by itself. */
export interface Step<Context> {
  readonly name: string
  /**
   * The step that must finish first. If that one failed or was not finished, this one runs as if it were a day ago: it skips younger rows,
   * and even if the other step always fails, no row stays more than a day too long.
   */
  readonly after?: string
  /** A part of the work that takes a few seconds at most. `from` is the result of the portion before it. */
  portion(context: Context, from: string | undefined): Promise<Left>
}

export interface StepReport {
  succeeded(step: string): void
  failed(step: string, error: unknown): void
  /** Its time was over; it continues at the next run. */
  unfinished(step: string): void
}

export interface StepOptions<Context> {
  /** The argument of a step; `isLate` if the step before it was not finished. */
  readonly context: (isLate: boolean) => Context
  readonly report: StepReport
  readonly stepLastsMs?: number
  readonly portionLastsMs?: number
}

/** Where unfinished steps of a job continue. */
export type Positions = Map<string, string>

const STEP_LASTS_MS = 30_000
/** Longer than the database's time limit for a statement, so this only ends work that hangs elsewhere. */
const PORTION_LASTS_MS = 20_000
/** The longest pause after a portion. */
const LONGEST_PAUSE_MS = 250

/**
 * Runs one step after the other. One that fails, hangs or takes long stops no other. After each portion it pauses for as long as the portion took: what
 * visitors ask for meanwhile has at least half of the database.
 */
export async function runSteps<Context>(
  steps: readonly Step<Context>[],
  positions: Positions,
  { context, report, stepLastsMs = STEP_LASTS_MS, portionLastsMs = PORTION_LASTS_MS }: StepOptions<Context>,
): Promise<void> {
  const finished = new Set<string>()
  for (const step of steps) {
    const isLate = step.after !== undefined && !finished.has(step.after)
    try {
      const isDone = await runStep(step, positions, context(isLate), { stepLastsMs, portionLastsMs })
      if (isDone) finished.add(step.name)
      if (isDone) report.succeeded(step.name)
      else report.unfinished(step.name)
    } catch (error) {
      positions.delete(step.name)
      report.failed(step.name, error)
    }
  }
}

async function runStep<Context>(
  { name, portion }: Step<Context>,
  positions: Positions,
  context: Context,
  { stepLastsMs, portionLastsMs }: { stepLastsMs: number; portionLastsMs: number },
): Promise<boolean> {
  const until = performance.now() + stepLastsMs
  do {
    const began = performance.now()
    const left = await within(portionLastsMs, portion(context, positions.get(name)))
    if (typeof left === 'string') positions.set(name, left)
    else positions.delete(name)
    if (left === undefined || left === 0) return true
    await pause(Math.min(LONGEST_PAUSE_MS, performance.now() - began))
  } while (performance.now() < until)
  return false
}
