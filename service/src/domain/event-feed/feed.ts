import { type Id, isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { Permitted, ProjectCall, ServerCall } from '../call/index.ts'
import { EVENTS, type EventType, type LoggedEvent, type Position, type ShownKind } from '../events/index.ts'
import { eventsAfter, positionAt, positionOf } from '../events/inside.ts'
import { objectsOf, type Subject, weightOf } from './objects.ts'

export type { Subject } from './objects.ts'

type Shown<Type extends EventType> = (typeof EVENTS)[Type] extends { shown: { type: infer Name } } ? Name : never
/** The event types that servers can read, by their public names. */
export type ShownType = { [Type in EventType]: Shown<Type> }[EventType]

/** The public name of a type; absent if servers cannot read it. */
const shownOf = new Map(
  Object.entries(EVENTS).flatMap(([type, event]) => ('shown' in event ? [[type, event.shown] as const] : [])),
)
export const SHOWN_TYPES: readonly ShownType[] = [...new Set([...shownOf.values()].map(({ type }) => type))].sort()

/** The public name of a type; undefined if servers cannot read it. */
export function shownTypeOf(type: EventType): ShownType | undefined {
  return shownOf.get(type)?.type
}

export interface FeedQuery {
  /** Absent: all types. */
  readonly types?: readonly ShownType[]
  /** Begins after this event, or at this moment. */
  readonly since?: Id<'event'> | Date
  /** Older events are not returned. */
  readonly oldest: Date
  readonly limit: number
}

/** An event with the current state of the object it is about. */
export interface FeedEvent {
  readonly event: LoggedEvent
  readonly type: ShownType
  readonly kind: ShownKind
  readonly subject: Subject
}

export interface FeedPage {
  readonly events: readonly FeedEvent[]
  /** Where to continue; also set at the end of the log. */
  readonly next: Position
  /** Whether there may already be more events after `next`. */
  readonly isCut: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Objects are read for this many events at a time, until their texts reach the limit of a page. */
const PORTION = 20
const MOST_BYTES = 2_000_000

/** Older events are not read any more, also while they are still there. */
export function oldestEvent(now: Date, eventsKeptDays: number): Date {
  return new Date(now.getTime() - eventsKeptDays * DAY_MS)
}

/** The oldest events come first. */
export async function readFeed(
  call: ServerCall<'events:read'>,
  after: Position | undefined,
  query: FeedQuery,
): Promise<FeedPage> {
  const { since, oldest, limit } = query
  const from = since instanceof Date && since > oldest ? since : oldest
  const start = after ?? (await beginningOf(call, since, from))
  const { events, next, isCut } = await eventsAfter(call, start, { types: recordedTypes(query), since: from, limit })
  const told: FeedEvent[] = []
  let bytes = 0
  for (let place = 0; place < events.length && bytes < MOST_BYTES; place += PORTION) {
    const portion = await withSubjects(call, events.slice(place, place + PORTION))
    bytes += portion.reduce((sum, { subject }) => sum + weightOf(subject), 0)
    told.push(...portion)
  }
  const last = told.at(-1)
  return told.length < events.length && last
    ? { events: told, next: last.event, isCut: true }
    : { events: told, next, isCut }
}

/** The place after which a reader begins: after an event, or at a moment. */
export async function beginningOf(call: ProjectCall, since: FeedQuery['since'], from: Date): Promise<Position> {
  if (since === undefined || since instanceof Date) return positionAt(call, from)
  const position = isId('event', since) ? await positionOf(call, since) : undefined
  if (!position)
    throw new Problem(notFound, { detail: 'There is no such event, or it was deleted after its retention time.' })
  return position
}

/** The requested types by their names in the log. */
export function recordedTypes({ types: names = SHOWN_TYPES }: Pick<FeedQuery, 'types'>): EventType[] {
  return [...shownOf].flatMap(([type, shown]) => (names.includes(shown.type) ? [type as EventType] : [])) // a key of EVENTS
}

/** Those that servers can read, each with its object. */
export async function withSubjects(
  call: Permitted<'events:read'>,
  events: readonly LoggedEvent[],
): Promise<FeedEvent[]> {
  const shown = events.flatMap((event) => {
    const { kind, type } = shownOf.get(event.type) ?? {}
    return kind && type ? [{ event, kind, type }] : []
  })
  const subjects = await objectsOf(call, shown)
  return shown.map((told, place) => ({ ...told, subject: subjects[place] ?? { kind: 'gone' } }))
}
