import { pause } from './processes.ts'
import type { Random } from './random.ts'
import { sendTrial } from './requests.ts'
import { type Client, newTrial, type Trial } from './trial.ts'

const MOST_TRIALS = 2_000
const GOES_ON_MS = 150

export interface Load {
  /** With the first session that is acknowledged. */
  readonly underWay: Promise<void>
  /** Notes what is under way, and lets the load run on for a moment into the crash. */
  noteKill(): void
  inFlightAtKill(): number
  msSinceKill(): number
  readonly ended: Promise<readonly Trial[]>
}

/** Workers that trade token after token. */
export function startLoad(client: Client, workers: number, random: Random): Load {
  const trials: Trial[] = []
  const { promise: underWay, resolve: begin, reject: giveUp } = Promise.withResolvers<void>()
  let inFlight = 0
  let atKill = 0
  let killedAt = 0
  let over = false
  const work = async () => {
    while (!over && trials.length < MOST_TRIALS) {
      const trial = newTrial(client, random)
      trials.push(trial)
      inFlight += 1
      const answers = await sendTrial(client, trial)
      inFlight -= 1
      if (answers.some(({ status }) => status === 201)) begin()
      if (answers.some(({ status }) => status === 0 || status >= 500)) await pause(20)
    }
  }
  const ended = Promise.all(Array.from({ length: workers }, work)).then(() => {
    giveUp(new Error(`Not one of ${trials.length} tokens was traded: ${JSON.stringify(trials[0]?.keys[0]?.seen)}`))
    return trials
  })
  const noteKill = () => {
    atKill = inFlight
    killedAt = performance.now()
    setTimeout(() => {
      over = true
    }, random.below(GOES_ON_MS))
  }
  return {
    underWay,
    ended,
    noteKill,
    inFlightAtKill: () => atKill,
    msSinceKill: () => performance.now() - killedAt,
  }
}
