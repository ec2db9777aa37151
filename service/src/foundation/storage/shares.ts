import { ShortLivedMap, WaitingList } from '../heap/index.ts'
import { type Load, watchLoop } from './watch-loop.ts'

/** Somebody else asked less than so long ago. */
const BESIDE_OTHERS_MS = 1_000
/**
 * Statements in a busy process: the database works for one request while the answer to the other is made. With more of them nothing would be ready sooner,
 * but all their rows would arrive together, and everybody else would wait until all their answers are made. Transactions mostly write, and have short answers.
 * An owner that has just begun to ask for more has as many, until the process was seen to have time.
 */
const OF_BUSY_PROCESS = 2
/**
 * An owner that uses more than all others together, and asks for more in a busy process, is held back until it has not asked for more for so long: it has one
 * statement at once, and rests after each. Otherwise it would take all that it leaves free, again and again, in bursts.
 */
const HELD_BACK_MS = 1_000
const WHEN_HELD_BACK = 1
/** A rest is so many times as long as the statement took. */
const REST_TIMES = 2
const LONGEST_REST_MS = 100
/** If the first who waits has waited for so long, there is no rest. */
const LONGEST_WAIT_FOR_RESTS_MS = 500
/** It takes a moment to see whether the process has time. Then whoever waits for that is asked about again. */
const LOOK_AGAIN_MS = 60
/** After so long, about a third is left of what an owner used. */
const USE_LASTS_MS = 1_000

/** A search is a statement, too; see `asSearch`. */
const KINDS = ['transaction', 'statement', 'search'] as const
export type Kind = (typeof KINDS)[number]

/** Whoever comes while one of these waits, waits behind it. */
const WAITS_FOR: Readonly<Record<Kind, readonly Kind[]>> = {
  transaction: ['transaction'],
  statement: ['transaction', 'statement'],
  search: ['transaction', 'statement', 'search'],
}

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
  /** Whether this process has time for more. */
  readonly load?: () => Load
  /** A clock in milliseconds; for tests. */
  readonly now?: () => number
}

interface Share {
  /** How many connections it has, how many of them for statements, and how many of these for searches. */
  busy: number
  statements: number
  searches: number
  readonly waiting: Readonly<Record<Kind, WaitingList<Waiting>>>
  readonly use: Use
  heldBackUntil: number
}

/** For how many milliseconds connections were used lately. */
interface Use {
  ms: number
  at: number
}

interface Waiting {
  readonly kind: Kind
  /** Whoever came later has a higher one. */
  readonly number: number
  readonly since: number
  begin(): void
}

/**
 * One owner, such as a project, has all connections while it is alone. While others ask, too, it has at most half of them, with two statements at once at first
 * and in a busy process, or one if it uses most. Half of what it has may be searches. What it asks beyond that waits here, and not in the one queue of the pool, where
 * everybody else would wait behind it.
 */
export function openShares({ most, waitMs, load = watchLoop(), now = () => performance.now() }: SharesOptions): Shares {
  const half = Math.ceil(most / 2)
  /** Of those who have work here. */
  const shares = new ShortLivedMap<string, Share>()
  let waiting = 0
  let came = 0
  const useOfAll: Use = { ms: 0, at: now() }
  let last: string | undefined
  let besideOthersUntil = Number.NEGATIVE_INFINITY
  let isLookingAgain = false

  function enter(owner: string): Share {
    if (last !== undefined && owner !== last) besideOthersUntil = now() + BESIDE_OTHERS_MS
    last = owner
    const known = shares.get(owner)
    if (known) return known
    const share: Share = {
      busy: 0,
      statements: 0,
      searches: 0,
      waiting: { transaction: new WaitingList(), statement: new WaitingList(), search: new WaitingList() },
      use: { ms: 0, at: now() },
      heldBackUntil: Number.NEGATIVE_INFINITY,
    }
    shares.set(owner, share)
    return share
  }

  function hasRoom(share: Share, kind: Kind): boolean {
    const at = now()
    const isAlone = at > besideOthersUntil
    const room = isAlone ? most : half
    if (share.busy >= room || (kind === 'search' && share.searches >= Math.ceil(room / 2))) return false
    return isAlone || kind === 'transaction' || share.statements < WHEN_HELD_BACK || mayHaveMore(share, at)
  }

  function mayHaveMore(share: Share, at: number): boolean {
    const isHeldBack = at < share.heldBackUntil
    const hasMany = share.statements >= OF_BUSY_PROCESS
    const found = hasMany ? load() : 'free'
    if (found === 'unknown') beginWaitingSoon()
    if (isHeldBack || (found === 'busy' && share.use.ms > useOfAll.ms / 2)) share.heldBackUntil = at + HELD_BACK_MS
    return !isHeldBack && found === 'free'
  }

  function beginWaitingSoon(): void {
    if (isLookingAgain) return
    isLookingAgain = true
    setTimeout(() => {
      isLookingAgain = false
      for (const share of shares.values()) beginWaiting(share)
    }, LOOK_AGAIN_MS)
  }

  function noteUse(use: Use, ms: number): void {
    const at = now()
    use.ms = use.ms * Math.exp((use.at - at) / USE_LASTS_MS) + ms
    use.at = at
  }

  function begin(share: Share, kind: Kind): void {
    share.busy += 1
    if (kind !== 'transaction') share.statements += 1
    if (kind === 'search') share.searches += 1
  }

  function turnOf(share: Share, kind: Kind): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    came += 1
    const turn = {
      kind,
      number: came,
      since: now(),
      begin: () => {
        clearTimeout(limit)
        leave()
        begin(share, kind)
        resolve()
      },
    }
    const place = share.waiting[kind].add(turn)
    waiting += 1
    const leave = () => {
      share.waiting[kind].remove(place)
      waiting -= 1
    }
    const limit = setTimeout(() => {
      leave()
      reject(new Error('timeout exceeded when trying to connect: this owner has many others before it'))
    }, waitMs)
    return promise
  }

  /** In the order in which they came, but nobody waits for a kind that is not in `WAITS_FOR`. */
  function beginWaiting(share: Share): void {
    let kinds: readonly Kind[] = KINDS
    for (let first = firstOf(share); first; first = firstOf(share, kinds)) {
      const { kind } = first
      if (hasRoom(share, kind)) first.begin()
      else kinds = kinds.filter((other) => !WAITS_FOR[other].includes(kind))
    }
  }

  function firstOf({ waiting }: Share, kinds: readonly Kind[] = KINDS): Waiting | undefined {
    let first: Waiting | undefined
    for (const kind of kinds) {
      const one = waiting[kind].first
      if (one && (!first || one.number < first.number)) first = one
    }
    return first
  }

  function end(owner: string, share: Share, kind: Kind, tookMs: number): void {
    share.busy -= 1
    noteUse(share.use, tookMs)
    noteUse(useOfAll, tookMs)
    const leave = () => {
      if (kind !== 'transaction') share.statements -= 1
      if (kind === 'search') share.searches -= 1
      beginWaiting(share)
      if (share.busy === 0 && share.statements === 0) shares.delete(owner)
    }
    if (kind !== 'transaction' && mayRest(share)) {
      setTimeout(leave, Math.min(LONGEST_REST_MS, REST_TIMES * tookMs))
      beginWaiting(share) // a transaction does not wait for the rest
    } else leave()
  }

  function mayRest(share: Share): boolean {
    const at = now()
    const first = firstOf(share)
    if (!first || at - first.since > LONGEST_WAIT_FOR_RESTS_MS) return false
    return at < share.heldBackUntil && at < besideOthersUntil
  }

  return {
    run: async (owner, kind, work) => {
      const share = enter(owner)
      if (!firstOf(share, WAITS_FOR[kind]) && hasRoom(share, kind)) begin(share, kind)
      else {
        const turn = turnOf(share, kind)
        beginWaiting(share)
        await turn
      }
      const began = now()
      try {
        return await work()
      } finally {
        end(owner, share, kind, now() - began)
      }
    },
    waiting: () => waiting,
  }
}
