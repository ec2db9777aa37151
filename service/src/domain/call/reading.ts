import { Problem } from '../../foundation/problems/index.ts'
import { type Call, onReplica, type Permitted } from './call.ts'

/* Which calls may read what a replica has, which is a moment old. Decided here alone. */

/** What matters about a request for that. */
interface Asked {
  /** How far the primary was when the caller last wrote. 0: they wrote nothing for long. Undefined: nobody knows. */
  readonly wrote: number | undefined
  /** It continues a list. The pages of a list fit together only if none is older than the one before it. */
  readonly isLaterPage: boolean
}

/** How far a server must be to answer; undefined: only the primary may. Servers and operators write and read back, and nobody notes how far they are. */
function leastFor({ actor }: Call, { wrote, isLaterPage }: Asked): number | undefined {
  if (isLaterPage) return undefined
  switch (actor.kind) {
    case 'visitor':
      return wrote ?? 0 // without a session nobody writes
    case 'user':
      return wrote
    case 'server':
    case 'operator':
    case 'system':
      return undefined
  }
}

/**
 * Reads a page, a list or a feed, where the caller may. What is refused by what a replica has, such as a post that it does not know yet, is decided by
 * the primary. `work` may then run twice. If it writes, all that follows reads the primary.
 */
export async function readAside<C extends Permitted, Result>(
  call: C,
  asked: Asked,
  work: (call: C) => Promise<Result>,
): Promise<Result> {
  const least = call.replicas && leastFor(call, asked)
  const aside = least === undefined ? undefined : call.replicas?.choose(least)
  if (!aside) return work(call)
  try {
    return await work(onReplica(call, aside))
  } catch (error) {
    const isFailure = error instanceof Problem && error.kind.status >= 500
    if (isFailure || aside.hasLeft()) throw error
    return work(call)
  }
}

/**
 * For what takes long to read, such as numbers and downloads: a call that reads a replica with everything that was committed until now, whoever did. The same
 * call if there is none.
 */
export async function readingOfNow<C extends Permitted>(call: C): Promise<C> {
  const aside = await call.replicas?.caughtUp()
  return aside ? onReplica(call, aside) : call
}
