import { setTimeout as wait } from 'node:timers/promises'
import { ShortLivedMap } from '../heap/index.ts'

/** If the turn before takes longer than this, the next one does not wait for it. */
const LONGEST_WAIT_MS = 1_000

/** Work with a name. Whoever asks for it while it is done gets the result of the next turn, which is done once for all who wait for it. */
export interface SharedWork<Result> {
  run(name: string, work: () => Promise<Result>): Promise<Result>
}

interface Turn<Result> {
  readonly ended: Promise<void>
  next?: Promise<Result>
}

/** A turn begins after everybody who gets its result has asked, so nobody gets what was read before that. */
export function openSharedWork<Result>({ longestWaitMs = LONGEST_WAIT_MS } = {}): SharedWork<Result> {
  const turns = new ShortLivedMap<string, Turn<Result>>()

  function begin(name: string, work: () => Promise<Result>): Promise<Result> {
    const result = (async () => await work())() // what is thrown at once is a failure of this turn too
    const end = () => {
      if (turns.get(name) === turn && !turn.next) turns.delete(name)
    }
    const turn: Turn<Result> = { ended: result.then(end, end) }
    turns.set(name, turn)
    return result
  }

  return {
    run: (name, work) => {
      const turn = turns.get(name)
      if (!turn) return begin(name, work)
      turn.next ??= endOf(turn.ended, longestWaitMs).then(() => begin(name, work))
      return turn.next
    },
  }
}

async function endOf(ended: Promise<void>, longestWaitMs: number): Promise<void> {
  const left = new AbortController()
  const late = wait(longestWaitMs, undefined, { signal: left.signal, ref: false }).catch(() => {})
  await Promise.race([ended, late])
  left.abort()
}
