import type { ServerResponse } from 'node:http'
import { between, COME_BACK_MS } from '../../../../../ui/come-back.ts'
import type { LoggedEvent, Position } from '../../../domain/events/index.ts'
import { endsStreams } from '../../../domain/live/index.ts'
import type { Id } from '../../../foundation/ids/index.ts'
import { breather } from '../../../foundation/jobs/index.ts'
import { openMemory } from '../../../foundation/memory/index.ts'
import type { Cursors } from '../../../foundation/paging/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { rateLimited } from '../../../foundation/rate-limits/index.ts'
import { within } from '../../../foundation/storage/index.ts'
import { beginStream, catchUp, type LiveSession, pass, type Stream, type StreamHeaders } from './stream.ts'

/** Everybody who is told the same in the same words. */
export interface Channel {
  readonly key: string
  readonly projectId: Id<'project'>
  /** What these events mean for its readers, as text of the stream; empty: nothing. */
  tell(events: readonly LoggedEvent[]): Promise<string>
}

export interface Joining {
  readonly channel: Channel
  readonly address: string
  readonly session: LiveSession | undefined
  /** Names what `missed` reads. Those who missed the same since the same moment share one read. */
  readonly since: string
  /** What happened before the stream began, as far as its reader did not see it. */
  missed(): Promise<string>
}

/** Requests that wait for the same. */
export interface Waiters {
  readonly key: string
  readonly projectId: Id<'project'>
  /** Whether they may know that these events happened. */
  concerns(events: readonly LoggedEvent[]): Promise<boolean>
}

/** The log, and who still may read; the hub asks both for all streams together. */
export interface LiveSource {
  end(): Promise<Position>
  after(position: Position, limit: number): Promise<readonly LoggedEvent[]>
  areLasting(sessions: readonly LiveSession[]): Promise<readonly boolean[]>
  /** Somebody follows: from now on, `wake` is called when something happens, as far as that can be known. */
  onFollowed(): void
  /** Something could not be read. The readers whom it concerns come back, or are told later. */
  onFailure(error: unknown): void
}

export interface LiveLimits {
  readonly mostInAll: number
  readonly mostOfAProject: number
  readonly mostOfAnAddress: number
}

/** The streams of this process. */
export interface Live {
  /** Refuses if there are too many already. Call it before the answer begins. */
  refuseFull(projectId: Id<'project'>, address: string): void
  join(response: ServerResponse, headers: StreamHeaders, joining: Joining): void
  /** Something may have happened. */
  wake(): void
  /**
   * For a request that waits: ends when something happens that concerns it, when the time is over, or when `gone` says that nobody waits any more. Begin
   * to wait before you read, so that nothing happens in between.
   */
  happens(waiters: Waiters, address: string, ms: number, gone: AbortSignal): Promise<void>
  /** One read for all who ask the same, until something happens. `bytesOf`: about how much memory the result takes. */
  share<Result>(name: string, read: () => Promise<Result>, bytesOf: (result: Result) => number): Promise<Result>
  count(): number
  /** How many readers were cut off, because they were too slow. */
  countCut(): number
  stop(): void
}

/** How often the log is looked at while somebody follows it. */
const LOOK_EVERY_MS = 250
/** How often sessions are checked: a stream ends within a second after its session. */
const CHECK_EVERY_MS = 400
/** After a wake-up, so that what happens meanwhile is told together. */
const LOOK_SOON_MS = 50
/** Telling many takes time. The pause is twice as long, so that requests get most of the process. */
const PAUSE_TIMES = 2
const LONGEST_PAUSE_MS = 500
const MOST_EVENTS = 500
/** If it takes longer to find out what concerns those who wait, they are woken. */
const CONCERNS_WITHIN_MS = 1_000
/** What shared reads may take. One can have 200 KB, and each reader may ask for another moment. */
const MOST_READS = 1_000
const MOST_READ_BYTES = 16 * 1024 * 1024
/** Proxies close connections that are silent for longer. */
const SIGN_OF_LIFE_EVERY_MS = 20_000
const LONGEST_MS = 60 * 60 * 1000
/** Who comes back at once may have been let in by settings that were remembered for a second. */
const END_AGAIN_MS = 2_000

interface Listeners {
  /** Of the one who came last, who has the newest rights. */
  channel: Channel
  readonly streams: Set<Stream>
}

export function openLive(source: LiveSource, cursors: Cursors, limits: LiveLimits): Live {
  const channels = new Map<string, Listeners>()
  const ofAddress = counter()
  const ofProject = counter()
  const reads = openMemory<Promise<unknown>>({ most: MOST_READS, mostBytes: MOST_READ_BYTES, freshMs: 5_000 })
  const waiting = new Map<string, { waiters: Waiters; readonly ends: Set<() => void> }>()
  let position: Position | undefined
  let count = 0
  let cut = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let lookAt = 0
  let isLooking = false
  let isWoken = false
  let lastSign = performance.now()
  let checks: NodeJS.Timeout | undefined
  let isChecking = false

  const cursorOf = (projectId: string, at: Position) => `id: ${cursors.seal(liveList(projectId), [at.tx, at.seq])}\n\n`

  function join(...[response, headers, joining]: Parameters<Live['join']>): void {
    const { channel, address, session } = joining
    const endsAt = performance.now() + LONGEST_MS * (1 + Math.random() / 10)
    const { key, projectId } = channel
    const stream: Stream = { response, key, projectId, address, session, endsAt, missed: [] }
    const listeners = channels.get(channel.key) ?? { channel, streams: new Set() }
    listeners.channel = channel
    listeners.streams.add(stream)
    channels.set(key, listeners)
    enter(projectId, address)
    response.once('close', () => leave(stream))
    response.on('error', () => {}) // 'close' follows
    beginStream(response, headers)
    response.write(`retry: ${Math.round(between(COME_BACK_MS))}\n\n`)
    tellMissed(joining, stream).catch((error: unknown) => {
      source.onFailure(error)
      response.destroy()
    })
  }

  /** Nothing is written after that. */
  function finish(stream: Stream): void {
    leave(stream)
    stream.response.end()
  }

  /** It was too slow, and is cut off. */
  function forget(stream: Stream): void {
    leave(stream)
    cut += 1
  }

  function enter(projectId: string, address: string): void {
    count += 1
    ofAddress.add(address, 1)
    ofProject.add(projectId, 1)
    source.onFollowed()
    lookLater(LOOK_SOON_MS)
    checks ??= setInterval(() => void endOver().catch(source.onFailure), CHECK_EVERY_MS).unref()
  }

  function exit(projectId: string, address: string): void {
    count -= 1
    ofAddress.add(address, -1)
    ofProject.add(projectId, -1)
    if (count > 0) return
    position = undefined // whoever comes next begins at the end of the log
    clearInterval(checks)
    checks = undefined
  }

  function leave(stream: Stream): void {
    const { key, projectId, address } = stream
    const listeners = channels.get(key)
    if (!listeners?.streams.delete(stream)) return
    if (listeners.streams.size === 0) channels.delete(key)
    exit(projectId, address)
  }

  function happens(...[waiters, address, ms, gone]: Parameters<Live['happens']>): Promise<void> {
    const { key, projectId } = waiters
    return new Promise((resolve) => {
      const others = waiting.get(key) ?? { waiters, ends: new Set() }
      const end = () => {
        clearTimeout(limit)
        gone.removeEventListener('abort', end)
        others.ends.delete(end)
        if (others.ends.size === 0) waiting.delete(key)
        exit(projectId, address)
        resolve()
      }
      const limit = setTimeout(end, isStopped || gone.aborted ? 0 : ms)
      gone.addEventListener('abort', end)
      others.waiters = waiters // of the one who came last, who has the newest rights
      others.ends.add(end)
      waiting.set(key, others)
      enter(projectId, address)
    })
  }

  /** Everything up to `position` is read here, and everything after it is told to the channel, which the stream has joined already. */
  async function tellMissed({ channel, since, missed }: Joining, stream: Stream): Promise<void> {
    const at = await current()
    const text = await share(JSON.stringify([channel.key, since]), missed, ({ length }) => 2 * length)
    if (!stream.response.destroyed && !stream.response.writableEnded)
      catchUp(stream, Buffer.from(text + cursorOf(channel.projectId, at)))
  }

  async function share<Result>(
    name: string,
    read: () => Promise<Result>,
    bytesOf: (result: Result) => number,
  ): Promise<Result> {
    const at = await current()
    const key = JSON.stringify([name, at.tx, at.seq])
    const kept = reads.fresh(key) as Promise<Result> | undefined // the name says what it is
    if (kept) return kept
    const result = read()
    reads.set(key, result)
    result.then(
      (value) => reads.set(key, result, bytesOf(value)),
      () => reads.forget(key),
    )
    return result
  }

  /** Everything up to it was told. */
  async function current(): Promise<Position> {
    const start = position ?? (await beginning())
    if (count > 0) position ??= start
    return position ?? start
  }

  let begun: Promise<Position> | undefined
  function beginning(): Promise<Position> {
    begun ??= source.end().finally(() => {
      begun = undefined
    })
    return begun
  }

  function lookLater(ms: number): void {
    const due = performance.now() + ms
    if (isStopped || isLooking || count === 0 || (timer && lookAt <= due)) return
    clearTimeout(timer)
    lookAt = due
    timer = setTimeout(() => void look(), ms)
  }

  async function look(): Promise<void> {
    isLooking = true
    isWoken = false
    timer = undefined
    const began = performance.now()
    // Without a database nothing happens that could be told; the next look asks again.
    await follow().catch(source.onFailure)
    if (performance.now() - lastSign > SIGN_OF_LIFE_EVERY_MS) giveSignOfLife()
    const took = performance.now() - began
    isLooking = false
    lookLater(Math.max(isWoken ? LOOK_SOON_MS : LOOK_EVERY_MS, Math.min(PAUSE_TIMES * took, LONGEST_PAUSE_MS)))
  }

  async function follow(): Promise<void> {
    let events: readonly LoggedEvent[]
    do {
      const from = position
      if (!from) return
      events = await source.after(from, MOST_EVENTS)
      const last = events.at(-1)
      if (!last || position !== from) return
      // From here on, who joins reads these events as missed; who joined before is told of them.
      position = { tx: last.tx, seq: last.seq }
      await tellAll(
        Map.groupBy(events, ({ projectId }) => projectId),
        position,
      )
    } while (events.length === MOST_EVENTS)
  }

  async function tellAll(byProject: ReadonlyMap<string, readonly LoggedEvent[]>, at: Position): Promise<void> {
    const breathe = breather()
    for (const [project, events] of byProject) {
      if (!events.some(endsStreams)) continue
      endAll(project)
      setTimeout(() => endAll(project), END_AGAIN_MS).unref()
    }
    const woken = wakeAll(byProject)
    for (const { channel, streams } of [...channels.values()]) {
      const events = byProject.get(channel.projectId)
      if (!events) continue
      const text = await channel.tell(events).catch((error: unknown) => {
        source.onFailure(error)
        for (const { response } of [...streams]) response.destroy() // they come back and read what they missed
        return ''
      })
      if (text) await passToAll(streams, Buffer.from(text + cursorOf(channel.projectId, at)), breathe)
    }
    await woken
  }

  /** All at once, so that nobody waits for what concerns others. */
  async function wakeAll(byProject: ReadonlyMap<string, readonly LoggedEvent[]>): Promise<void> {
    const asked = [...waiting.values()].map(async ({ waiters, ends }) => {
      const events = byProject.get(waiters.projectId)
      if (!events) return
      const isConcerned = await within(CONCERNS_WITHIN_MS, waiters.concerns(events)).catch(() => true) // they ask again
      if (isConcerned) for (const end of [...ends]) end()
    })
    await Promise.all(asked)
  }

  function endAll(projectId: string): void {
    for (const { channel, streams } of [...channels.values()])
      if (channel.projectId === projectId) for (const stream of [...streams]) finish(stream)
  }

  async function passToAll(streams: ReadonlySet<Stream>, text: Buffer, breathe = breather()): Promise<void> {
    for (const stream of [...streams]) {
      if (!pass(stream, text)) forget(stream)
      await breathe()
    }
  }

  async function endOver(): Promise<void> {
    if (isChecking) return
    const watched = [...channels.values()].flatMap(({ streams }) =>
      [...streams].flatMap((stream) => (stream.session ? [{ stream, session: stream.session }] : [])),
    )
    if (watched.length === 0) return
    isChecking = true
    const lasting = await source.areLasting(watched.map(({ session }) => session)).finally(() => {
      isChecking = false
    })
    for (const [index, { stream }] of watched.entries()) if (!lasting[index]) finish(stream)
  }

  /** Also tells how far the stream has come, so that whoever comes back later has little to read. */
  function giveSignOfLife(): void {
    const now = performance.now()
    lastSign = now
    for (const { channel, streams } of [...channels.values()]) {
      if (!position) return
      const sign = Buffer.from(cursorOf(channel.projectId, position))
      for (const stream of [...streams]) {
        if (now > stream.endsAt) finish(stream)
        else if (!pass(stream, sign)) forget(stream)
      }
    }
  }

  return {
    refuseFull: (projectId, address) => {
      const isFull =
        isStopped ||
        count >= limits.mostInAll ||
        ofProject.of(projectId) >= limits.mostOfAProject ||
        ofAddress.of(address) >= limits.mostOfAnAddress
      if (isFull) throw new Problem(rateLimited, { detail: FULL, headers: { 'retry-after': '60' } })
    },
    join,
    wake: () => {
      isWoken = true
      lookLater(LOOK_SOON_MS)
    },
    happens,
    share,
    count: () => count,
    countCut: () => cut,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      for (const { ends } of [...waiting.values()]) for (const end of [...ends]) end()
      for (const { streams } of [...channels.values()]) for (const stream of [...streams]) finish(stream)
    },
  }
}

const FULL = 'Too many pages follow this board already. Read it without following it, and try again later.'

/** The name of the list that positions of streams belong to. */
export function liveList(projectId: string): string {
  return JSON.stringify(['live', projectId])
}

function counter() {
  const counts = new Map<string, number>()
  return {
    of: (name: string) => counts.get(name) ?? 0,
    add: (name: string, by: number) => {
      const sum = (counts.get(name) ?? 0) + by
      if (sum > 0) counts.set(name, sum)
      else counts.delete(name)
    },
  }
}
