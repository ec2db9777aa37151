import { Problem } from '../../foundation/problems/index.ts'
import { rateLimited } from '../../foundation/rate-limits/index.ts'
import type { ProjectCall } from '../call/index.ts'

/** Rules that no index serves read all users of a project. So many such reads of a project run at once in a process. */
const AT_ONCE = 2
/** So many more wait for their turn. */
const MOST_WAITING = 20
const DETAIL =
  'Too many requests of this project ask who belongs to a segment already. Ask again when they were answered.'

interface Turns {
  running: number
  readonly waiting: (() => void)[]
}

const turnsOf = new Map<string, Turns>()

/** Reads by the rules of a segment when it is the call's turn. Who waits holds no connection, so do not begin a transaction before it. */
export async function inTurn<Result>(
  { project }: { readonly project: Pick<ProjectCall['project'], 'id'> },
  work: () => Promise<Result>,
): Promise<Result> {
  const turns = turnsOf.get(project.id) ?? { running: 0, waiting: [] }
  turnsOf.set(project.id, turns)
  if (turns.running < AT_ONCE) turns.running += 1
  else if (turns.waiting.length >= MOST_WAITING) {
    throw new Problem(rateLimited, { detail: DETAIL, headers: { 'retry-after': '5' } })
  } else await new Promise<void>((begin) => turns.waiting.push(begin))
  try {
    return await work()
  } finally {
    const next = turns.waiting.shift()
    if (next)
      next() // it takes the place of this one
    else turns.running -= 1
    if (turns.running === 0) turnsOf.delete(project.id)
  }
}
