import { watchLoop } from './watch-loop.ts'

/** Somebody else asked less than so long ago. */
const BESIDE_OTHERS_MS = 1_000
/**
 * Statements in a busy process: the database works for one request while the answer to the other is made. With more of them nothing would be ready sooner,
 * but all their rows would arrive together, and everybody else would wait until all their answers are made. Transactions mostly write, and have short answers.
 */
const OF_BUSY_PROCESS = 2

export type Kind = 'statement' | 'transaction'

export interface Shares {
  /** Runs work that takes a connection of the pool, in the share of its owner. */
  run<Result>(owner: string, kind: Kind, work: () => Promise<Result>): Promise<Result>
  /** How many wait until their owner has fewer connections. */
  waiting(): number
}

export interface SharesOptions {
  /** How many connections there are. */
  readonly most: number
  /** Whoever waits longer than this for their share gets an error. */
  readonly waitMs: number
  /** Whether this process has more to compute than it has time for. */
  readonly isBusy?: () => boolean
  /** A clock in milliseconds; for tests. */
  readonly now?: () => number
}

interface Share {
  /** How many connections it has, and how many of them for statements. */
  busy: number
  statements: number
  readonly waiting: Set<Waiting>
}

interface Waiting {
  readonly kind: Kind
  begin(): void
}

/**
 * One owner, such as a project, has at most half of the connections while others ask, too, with two statements at once in a busy process, and all of them
 * while it is alone. What it asks beyond that waits here, and not in the one queue of the pool, where everybody else would wait behind it.
 */
export function openShares({
  most,
  waitMs,
  isBusy = watchLoop(),
  now = () => performance.now(),
}: SharesOptions): Shares {
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
    const share = { busy: 0, statements: 0, waiting: new Set<Waiting>() }
    shares.set(owner, share)
    return share
  }

  function hasRoom({ busy, statements }: Share, kind: Kind): boolean {
    if (now() > besideOthersUntil) return busy < most
    return busy < half && (kind === 'transaction' || statements < OF_BUSY_PROCESS || !isBusy())
  }

  function begin(share: Share, kind: Kind): void {
    share.busy += 1
    if (kind === 'statement') share.statements += 1
  }

  function turnOf(share: Share, kind: Kind): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const turn = {
      kind,
      begin: () => {
        clearTimeout(limit)
        leave()
        begin(share, kind)
        resolve()
      },
    }
    const leave = () => {
      share.waiting.delete(turn)
      waiting -= 1
    }
    const limit = setTimeout(() => {
      leave()
      reject(new Error('timeout exceeded when trying to connect: this owner has many others before it'))
    }, waitMs)
    share.waiting.add(turn)
    waiting += 1
    return promise
  }

  /** In the order in which they came; a transaction does not wait for statements that have to. */
  function beginWaiting(share: Share): void {
    let areStatementsHeld = false
    for (const { kind, begin } of share.waiting) {
      if (kind === 'statement' && areStatementsHeld) continue
      if (hasRoom(share, kind)) begin()
      else if (kind === 'statement') areStatementsHeld = true
      else return // there is room for nobody
    }
  }

  function end(owner: string, share: Share, kind: Kind): void {
    share.busy -= 1
    if (kind === 'statement') share.statements -= 1
    beginWaiting(share)
    if (share.busy === 0) shares.delete(owner)
  }

  return {
    run: async (owner, kind, work) => {
      const share = enter(owner)
      if (share.waiting.size === 0 && hasRoom(share, kind)) begin(share, kind)
      else {
        const turn = turnOf(share, kind)
        beginWaiting(share)
        await turn
      }
      try {
        return await work()
      } finally {
        end(owner, share, kind)
      }
    },
    waiting: () => waiting,
  }
}
