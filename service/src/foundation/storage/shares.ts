/** Somebody else asked less than so long ago. */
const BESIDE_OTHERS_MS = 1_000

export interface Shares {
  /** Runs work that takes a connection of the pool, in the share of its owner. */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result>
  /** How many wait until their owner has fewer connections. */
  waiting(): number
}

export interface SharesOptions {
  /** How many connections there are. */
  readonly most: number
  /** Whoever waits longer than this for their share gets an error. */
  readonly waitMs: number
  /** A clock in milliseconds; for tests. */
  readonly now?: () => number
}

interface Share {
  busy: number
  readonly waiting: Set<() => void>
}

/**
 * One owner, such as a project, has at most half of the connections while others ask, too, and all of them while it is alone. What it asks beyond that
 * waits here, and not in the one queue of the pool, where everybody else would wait behind it.
 */
export function openShares({ most, waitMs, now = () => performance.now() }: SharesOptions): Shares {
  const half = Math.ceil(most / 2)
  /** Of those who have work here. */
  const shares = new Map<string, Share>()
  let waiting = 0
  let last: string | undefined
  let besideOthersUntil = Number.NEGATIVE_INFINITY

  function enter(owner: string): Share {
    if (last !== undefined && owner !== last) besideOthersUntil = now() + BESIDE_OTHERS_MS
    last = owner
    const known = shares.get(owner)
    if (known) return known
    const share = { busy: 0, waiting: new Set<() => void>() }
    shares.set(owner, share)
    return share
  }

  function hasRoom({ busy }: Share): boolean {
    return busy < half || (busy < most && now() > besideOthersUntil)
  }

  function turnOf(share: Share): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const begin = () => {
      clearTimeout(limit)
      leave()
      share.busy += 1
      resolve()
    }
    const leave = () => {
      share.waiting.delete(begin)
      waiting -= 1
    }
    const limit = setTimeout(() => {
      leave()
      reject(new Error('timeout exceeded when trying to connect: this owner has many others before it'))
    }, waitMs)
    share.waiting.add(begin)
    waiting += 1
    return promise
  }

  function leave(owner: string, share: Share): void {
    share.busy -= 1
    for (const begin of share.waiting) {
      if (!hasRoom(share)) return
      begin()
    }
    if (share.busy === 0) shares.delete(owner)
  }

  return {
    run: async (owner, work) => {
      const share = enter(owner)
      if (share.waiting.size === 0 && hasRoom(share)) share.busy += 1
      else await turnOf(share)
      try {
        return await work()
      } finally {
        leave(owner, share)
      }
    },
    waiting: () => waiting,
  }
}
