import { FeedbackError } from '../../transport/src/feedback-error.ts'
import type { StopSignal } from '../../transport/src/host.ts'
import { unlessStopped } from '../../transport/src/wait.ts'
import type { Event, ListEventsQuery, Page } from './api.ts'

const LONGEST_WAIT_SECONDS = 25
const FULL_PAGE = 100
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

export interface EventQuery extends ListEventsQuery {
  /** The id of the last event that you have handled, or a time: begin after it. Absent: with the oldest that is kept. */
  readonly after?: string | undefined
}

interface Stream {
  /** One page; waits for events where there are none. */
  readonly ask: (query: object) => Promise<Page<Event>>
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly signal: StopSignal | undefined
}

/**
 * Every event after a point, in order, and then those that happen: it does not end by itself. Failures of the network and of the service are
 * waited out. Keep the id of each event that you have handled: after a restart, begin after it.
 */
export async function* eventStream(
  { after, cursor: first, wait, ...rest }: EventQuery,
  { ask, sleep, signal }: Stream,
): AsyncGenerator<Event, void, undefined> {
  const query = {
    limit: FULL_PAGE,
    ...rest,
    ...(after !== undefined && { since: after }),
    wait: wait || LONGEST_WAIT_SECONDS, // without waiting, it would ask again and again
  }
  let cursor = first
  let pauseMs = FIRST_PAUSE_MS
  while (!signal?.aborted) {
    try {
      const page = await ask({ ...query, ...(cursor && { cursor }) })
      yield* page.data
      cursor = page.next_cursor ?? undefined
      pauseMs = FIRST_PAUSE_MS
    } catch (error) {
      if (signal?.aborted) return
      if (!isTemporary(error)) throw error
      await unlessStopped(sleep(pauseMs), signal).catch(() => undefined) // stopped: the loop ends
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }
}

function isTemporary(error: unknown): boolean {
  return (
    error instanceof FeedbackError && (error.code === 'network_error' || error.status === 429 || error.status >= 500)
  )
}

/** Asks for nothing until it is awaited or iterated. */
export function pageOrStream(
  page: () => Promise<Page<Event>>,
  stream: () => AsyncIterator<Event>,
): Promise<Page<Event>> & AsyncIterable<Event> {
  let asked: Promise<Page<Event>> | undefined
  const once = () => {
    asked ??= page()
    return asked
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise, which begins when somebody waits for it
    then: (...handlers) => once().then(...handlers),
    catch: (...handlers) => once().catch(...handlers),
    finally: (...handlers) => once().finally(...handlers),
    [Symbol.toStringTag]: 'Promise',
    [Symbol.asyncIterator]: stream,
  }
}
