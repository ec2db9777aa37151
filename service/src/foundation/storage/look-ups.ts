import { Socket } from 'node:net'
import type pg from 'pg'
import { type PlaceInLine, WaitingList } from '../heap/index.ts'
import { codeOf, isOutOfReach, READ_ONLY } from './failures.ts'
import { newClient, type Reach } from './servers.ts'
import type { Prepared, Run } from './sql.ts'
import { Statement } from './statement.ts'
import type { StatementNames } from './statement-names.ts'
import { within } from './within.ts'

/** So many may wait on a line; the next one takes a connection of the pool. */
const MOST_WAITING = 64
const OPEN_WITHIN_MS = 3_000
/** If no new line could be made, it is tried again after this time, and after twice the time at each further failure. */
const OPEN_AGAIN_MS = 1_000
const OPEN_AGAIN_MOST_MS = 30_000
const LOOK_EVERY_MS = 250
/** The server's answers to a statement that it knows in another form or no longer, for example after a migration. */
const STALE = new Set(['0A000', '26000', '42P05'])

/** How long a line may do what, in milliseconds. */
export interface LineTimes {
  /** Without an answer for so long, a slow look-up holds it up: those behind it are sent again, over the pool. */
  readonly heldUp: number
  /** Without an answer for so long, it is given up, and all that waits is sent again. */
  readonly givenUp: number
  /** Unused for so long, it ends: firewalls forget connections that are silent. */
  readonly idle: number
  /** After this time it is replaced, so that the process follows when the address leads to another server. */
  readonly old: number
}

const TIMES: LineTimes = { heldUp: 250, givenUp: 2_000, idle: 10_000, old: 300_000 }

export interface LookUps {
  readonly run: Run
  close(): Promise<void>
}

export interface LookUpOptions {
  readonly connection: Reach
  readonly names: StatementNames
  /** How many connections. Each is served by one core of the database's machine. */
  readonly lines: number
  /** For those that no line takes. */
  readonly overPool: Run
  readonly onFailure: (error: Error) => void
  readonly times?: LineTimes
}

/** Where a line is, or will be. */
interface Place {
  line: Line | undefined
  opening: Promise<void> | undefined
  failures: number
  openAfter: number
}

/**
 * Look-ups of all requests over a few connections. Those that come together leave in one packet, and their answers arrive in one. Each succeeds or
 * fails by itself: a look-up changes nothing, so it is sent again over the pool when its line is slow or lost.
 */
export function openLookUps({ connection, names, lines, overPool, onFailure, times = TIMES }: LookUpOptions): LookUps {
  const places = Array.from(
    { length: lines },
    (): Place => ({ line: undefined, opening: undefined, failures: 0, openAfter: 0 }),
  )
  let isClosed = false

  async function open(place: Place): Promise<void> {
    try {
      place.line = await openLine(connection, names, overPool, times)
      place.failures = 0
      if (isClosed) await place.line.end()
    } catch (error) {
      onFailure(error instanceof Error ? error : new Error(String(error)))
      place.openAfter = performance.now() + Math.min(OPEN_AGAIN_MOST_MS, OPEN_AGAIN_MS * 2 ** place.failures)
      place.failures += 1
    }
    place.opening = undefined
  }

  return {
    run: (prepared, values, kind) => {
      let best: Line | undefined
      for (const place of places) {
        const { line } = place
        if (!line?.isOpen) {
          if (!isClosed && performance.now() > place.openAfter) place.opening ??= open(place)
        } else if (line.waiting < (best?.waiting ?? MOST_WAITING)) best = line
      }
      return best ? best.run(prepared, values) : overPool(prepared, values, kind)
    },
    close: async () => {
      isClosed = true
      await Promise.all(places.map(({ line, opening }) => opening ?? line?.end()))
    },
  }
}

/** Nothing can be written through it. */
async function openLine(connection: Reach, names: StatementNames, overPool: Run, times: LineTimes): Promise<Line> {
  const socket = new Socket()
  try {
    const client = newClient({ ...connection, pipeline: true, stream: () => socket })
    client.on('error', () => socket.destroy()) // all that waits fails with it
    const connect = async () => {
      await client.connect()
      // Planning takes longer than a look-up, so there is one plan for all values.
      await client.query(`
        select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('default_transaction_read_only', 'on', false),
          set_config('max_parallel_workers_per_gather', '0', false)`)
    }
    await within(OPEN_WITHIN_MS, connect())
    return new Line(client, socket, names, overPool, times)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

interface Waiting {
  sendAgain(): void
}

/** One connection, from its beginning to its end. */
class Line {
  readonly #client: pg.Client
  readonly #socket: Socket
  readonly #names: StatementNames
  readonly #overPool: Run
  readonly #times: LineTimes
  readonly #openedAt = performance.now()
  /** In the order in which they are answered. */
  readonly #waiting = new WaitingList<Waiting>()
  readonly #watch: NodeJS.Timeout
  #isEnded = false
  #isHeldUp = false
  #isGathering = false
  #lastAnswer = this.#openedAt

  constructor(client: pg.Client, socket: Socket, names: StatementNames, overPool: Run, times: LineTimes) {
    this.#client = client
    this.#socket = socket
    this.#names = names
    this.#overPool = overPool
    this.#times = times
    // If this process stood still, answers may have arrived that it has not read; they are read before an immediate runs.
    this.#watch = setInterval(() => setImmediate(() => this.#look()), LOOK_EVERY_MS).unref()
    client.once('end', () => this.#stop())
  }

  get isOpen(): boolean {
    return !this.#isEnded
  }

  get waiting(): number {
    return this.#isHeldUp ? MOST_WAITING : this.#waiting.size
  }

  run(prepared: Prepared, values: unknown[]): Promise<unknown[]> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    let isSentAgain = false
    const waiting: Waiting = {
      sendAgain: () => {
        isSentAgain = true
        this.#waiting.remove(place)
        this.#overPool(prepared, values, 'look-up').then(resolve, reject)
      },
    }
    const place = this.#begin(waiting)
    new Statement(prepared, values, this.#names.of(prepared)).runOn(this.#client).then(
      (rows) => {
        this.#answered(place)
        resolve(rows)
      },
      (error: unknown) => {
        this.#answered(place)
        const code = codeOf(error) ?? ''
        if (STALE.has(code)) void this.end()
        if (isSentAgain) return
        if (STALE.has(code) || (isOutOfReach(error) && code !== READ_ONLY)) waiting.sendAgain()
        else reject(error)
      },
    )
    return promise
  }

  /** Takes no more, and waits a little for the answers. */
  async end(): Promise<void> {
    this.#stop()
    await within(this.#times.givenUp, this.#client.end()).catch(() => this.#socket.destroy())
  }

  #begin(waiting: Waiting): PlaceInLine<Waiting> {
    if (this.#waiting.size === 0) this.#lastAnswer = performance.now()
    if (!this.#isGathering) this.#gather()
    return this.#waiting.add(waiting)
  }

  #gather(): void {
    this.#isGathering = true
    this.#socket.cork()
    setImmediate(() => {
      this.#isGathering = false
      this.#socket.uncork()
    })
  }

  #answered(place: PlaceInLine<Waiting>): void {
    this.#waiting.remove(place)
    this.#isHeldUp = false
    this.#lastAnswer = performance.now()
  }

  #look(): void {
    const now = performance.now()
    const silent = now - this.#lastAnswer
    const [first, ...behind] = this.#waiting
    if (this.#isEnded) return
    if (now - this.#openedAt > this.#times.old || (!first && silent > this.#times.idle)) void this.end()
    else if (first && silent > this.#times.givenUp) this.#socket.destroy()
    else if (first && silent > this.#times.heldUp) {
      this.#isHeldUp = true
      for (const one of behind) one.sendAgain()
    }
  }

  #stop(): void {
    this.#isEnded = true
    clearInterval(this.#watch)
  }
}
