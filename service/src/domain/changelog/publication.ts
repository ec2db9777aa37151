import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import { type Entry, type EntryState, stateOf } from './entry.ts'

/** The last instant that RFC 3339 can write. */
const LAST_INSTANT = new Date('9999-12-31T23:59:59.999Z')
const FIRST_INSTANT = new Date(0)

/** When an entry becomes public, as the caller gives it. */
export interface Publication {
  readonly state?: EntryState
  readonly publishAt?: Date
}

/**
 * The time from which the entry is public; undefined: it is a draft. Parts that are not given stay: a time without a state keeps the state, and a
 * state without a time keeps the time if the time fits the state.
 */
export function publicationOf(
  { state, publishAt }: Publication,
  held: Pick<Entry, 'publishAt'>,
  now: Date,
): Date | undefined {
  const before = stateOf(held, now)
  const kept = (state ?? before) === before ? held.publishAt : undefined
  switch (state ?? before) {
    case 'draft':
      if (publishAt) throw fault(state ? 'must not be sent with a draft' : 'needs a state: scheduled or published')
      return undefined
    case 'scheduled':
      return inFuture(publishAt ?? kept, now)
    case 'published':
      return inPast(publishAt ?? kept ?? now, now)
  }
}

function inFuture(time: Date | undefined, now: Date): Date {
  if (!time) throw fault('is required: when the entry is to be published')
  if (time <= now || time > LAST_INSTANT) throw fault('must lie in the future for a scheduled entry')
  return time
}

function inPast(time: Date, now: Date): Date {
  if (time > now || time < FIRST_INSTANT) {
    throw fault('must lie between 1970 and now for a published entry; a scheduled one is published later')
  }
  return time
}

function fault(detail: string): Problem {
  return new Problem(invalidRequest, { errors: [{ pointer: '/publish_at', detail }], detail: `publish_at ${detail}.` })
}
