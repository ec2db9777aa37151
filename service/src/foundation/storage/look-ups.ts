import { Socket } from 'node:net'
import pg from 'pg'
import { isOutOfReach } from './failures.ts'
import type { Prepared, Run } from './sql.ts'
import { Statement } from './statement.ts'

/** How many connections there are for look-ups. Each is served by one core of the database's machine. */
const LINES = 2
/** So many may wait on a line; the next one takes a connection of the pool. */
const MOST_WAITING = 64
/** If a line brings no answer for so long, a slow look-up holds it up: those behind it are sent again, over the pool. */
const HELD_UP_MS = 250
/** Then the line is given up. Longer than the database's own limit for a statement. */
const GIVEN_UP_MS = 15_000
const OPEN_AGAIN_MS = 1_000

export interface LookUps {
  readonly run: Run
  close(): Promise<void>
}

/**
 * Look-ups of all requests over a few connections. Those that come together leave in one packet, and their answers arrive in one. Each succeeds or
 * fails by itself: a look-up changes nothing, so it can be sent again over the pool when its line is slow or lost.
 */
export function openLookUps(connection: pg.ClientConfig, overPool: Run): LookUps {
  const lines = Array.from({ length: LINES }, () => new Line(connection, overPool))
  return {
    run: (prepared, values, isLookUp) => {
      let best: Line | undefined
      for (const line of lines) if (line.waiting < (best?.waiting ?? MOST_WAITING)) best = line
      return best ? best.run(prepared, values) : overPool(prepared, values, isLookUp)
    },
    close: async () => void (await Promise.all(lines.map((line) => line.close()))),
  }
}

interface Waiting {
  isSentAgain: boolean
  sendAgain(): void
}

class Line {
  readonly #connection: pg.ClientConfig
  readonly #overPool: Run
  /** In the order in which they are answered. */
  readonly #waiting = new Set<Waiting>()
  #open: { readonly client: pg.Client; readonly socket: Socket } | undefined
  #isOpening = false
  #isClosed = false
  #isHeldUp = false
  #isGathering = false
  #lastAnswer = 0
  #watch: NodeJS.Timeout | undefined

  constructor(connection: pg.ClientConfig, overPool: Run) {
    this.#connection = connection
    this.#overPool = overPool
  }

  get waiting(): number {
    return this.#isHeldUp ? MOST_WAITING : this.#waiting.size
  }

  run(prepared: Prepared, values: unknown[]): Promise<unknown[]> {
    const open = this.#open
    if (!open) {
      void this.#connect()
      return this.#overPool(prepared, values, true)
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    const waiting: Waiting = {
      isSentAgain: false,
      sendAgain: () => {
        waiting.isSentAgain = true
        this.#overPool(prepared, values, true).then(resolve, reject)
      },
    }
    this.#begin(waiting, open.socket)
    new Statement(prepared, values).runOn(open.client).then(
      (rows) => {
        this.#end(waiting)
        resolve(rows)
      },
      (error: unknown) => {
        const isLost = isOutOfReach(error) && !this.#isHeldUp
        this.#end(waiting)
        if (waiting.isSentAgain) return
        if (isLost) waiting.sendAgain()
        else reject(error)
      },
    )
    return promise
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#open?.client.end()
  }

  #begin(waiting: Waiting, socket: Socket): void {
    if (this.#waiting.size === 0) this.#lastAnswer = performance.now()
    this.#waiting.add(waiting)
    this.#watch ??= setInterval(() => this.#look(), HELD_UP_MS)
    if (this.#isGathering) return
    this.#isGathering = true
    socket.cork()
    setImmediate(() => {
      this.#isGathering = false
      socket.uncork()
    })
  }

  #end(waiting: Waiting): void {
    this.#waiting.delete(waiting)
    this.#isHeldUp = false
    this.#lastAnswer = performance.now()
  }

  /** The first one may still be answered here. */
  #look(): void {
    const [first, ...behind] = this.#waiting
    const silentMs = performance.now() - this.#lastAnswer
    if (!first) {
      clearInterval(this.#watch)
      this.#watch = undefined
    } else if (silentMs > GIVEN_UP_MS) this.#open?.socket.destroy()
    else if (silentMs > HELD_UP_MS) {
      this.#isHeldUp = true
      for (const one of behind) if (!one.isSentAgain) one.sendAgain()
    }
  }

  async #connect(): Promise<void> {
    if (this.#isOpening || this.#isClosed) return
    this.#isOpening = true
    const socket = new Socket()
    const client = new pg.Client({ ...this.#connection, pipeline: true, stream: () => socket })
    const forget = () => {
      this.#open = undefined
      setTimeout(() => {
        this.#isOpening = false
      }, OPEN_AGAIN_MS).unref()
    }
    client.on('error', () => {}) // what waits fails with it
    try {
      await client.connect()
      await client.query('set plan_cache_mode = force_generic_plan') // planning takes longer than a look-up
      client.once('end', forget)
      this.#open = { client, socket }
      if (this.#isClosed) await client.end()
    } catch {
      forget()
    }
  }
}
