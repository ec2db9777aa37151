import { Type } from 'typebox'
import { atInstant } from '../../domain/call/index.ts'
import { audienceOf } from '../../domain/categories/index.ts'
import type { LoggedEvent, Position } from '../../domain/events/index.ts'
import { changesIn, changesSince, type LiveChange, type LiveChanges } from '../../domain/live/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { addressOf, knownAt } from '../http/index.ts'
import { endpoint } from './endpoint.ts'
import { listName, PAGE_QUERY } from './paging.ts'
import { StatusSummary } from './post-json.ts'

const LONGEST_WAIT_S = 20

const Change = Type.Object(
  {
    id: Type.String({ pattern: idPattern('post'), description: 'The post’s id.' }),
    number: Type.Integer({ description: 'Its number on the board.' }),
    vote_count: Type.Integer({ description: 'How many votes it has now.' }),
    comment_count: Type.Integer({ description: 'How many public comments it has now.' }),
    status: StatusSummary,
    is_new: Type.Boolean({ description: 'Whether it came to the board since the cursor.' }),
  },
  { description: 'A post as it is now.' },
)

/** What a cursor holds: a place in the log, or a moment in milliseconds. Sealed, because the log also has what the caller may not see. */
type Place = Position | { readonly since: number }

export const list = endpoint({
  access: 'reader',
  schema: {
    operationId: 'listChanges',
    summary: 'Follow what changes on the board',
    description:
      'The posts whose votes, public comments or status changed since the cursor, each once, as it is now. Without a cursor the answer is empty, and its `next_cursor` is the place to begin at. With `wait`, an empty answer comes as soon as something may have changed, or when the time is over; ask again with the same cursor then. Pause for a second or two between requests. What the caller may not see is not among them.',
    tags: ['Posts'],
    querystring: Type.Object(
      {
        cursor: PAGE_QUERY.cursor,
        wait: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: LONGEST_WAIT_S,
            description: 'How many seconds to wait if nothing has changed; 0 if absent.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        {
          data: Type.Array(Change, { description: 'The posts that changed.' }),
          next_cursor: Type.String({ description: 'Send it as `cursor` to go on from here.' }),
          is_complete: Type.Boolean({
            description: 'False if too much changed to list it: read your lists again, and go on from `next_cursor`.',
          }),
        },
        { description: 'What changed.' },
      ),
    },
  },
  problems: [cursorInvalid],
  handler: async (call, request, reply, { cursors, live, now, database: { replicas } }) => {
    const { cursor, wait = 0 } = request.query
    const name = listName(call, '/v1/changes', {})
    // The lists that the caller reads next may come from a replica. What they may lack is told with the next request.
    const beginning = (): Place | undefined => replicas && { since: knownAt(call.now, replicas).getTime() }
    const first = cursor === undefined ? beginning() : undefined
    if (first) return { data: [], next_cursor: cursors.seal(name, first), is_complete: true }
    const after = cursor === undefined ? call.now : startOf(cursors.unseal(name, cursor) as Place) // what this list wrote
    const isWaiting = wait > 0 && cursor !== undefined
    if (isWaiting) live.refuseFull(call.project.id, addressOf(request))
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const waiters = {
      key: JSON.stringify([name, audienceOf(call)]),
      projectId: call.project.id,
      concerns: async (events: readonly LoggedEvent[]) => !isEmpty(await changesIn(atInstant(call, now()), events)),
    }
    const happened = isWaiting ? live.happens(waiters, addressOf(request), wait * 1000, gone.signal) : undefined
    const { changes, next } = await live
      .share(JSON.stringify([name, audienceOf(call), after]), () => changesSince(call, after), bytesOf)
      .catch((error) => {
        gone.abort()
        throw error
      })
    // After a wait, the caller asks again and is checked again: meanwhile the session may have ended.
    if (isEmpty(changes) && happened) await happened
    else gone.abort()
    const goOn: Place = { tx: next.tx, seq: next.seq }
    if (changes === 'many')
      return { data: [], next_cursor: cursors.seal(name, beginning() ?? goOn), is_complete: false }
    return { data: changes.map(toJson), next_cursor: cursors.seal(name, goOn), is_complete: true }
  },
})

function startOf(place: Place): Position | Date {
  return 'since' in place ? new Date(place.since) : place
}

function isEmpty(changes: LiveChanges['changes']): boolean {
  return changes !== 'many' && changes.length === 0
}

/** A post in it has up to a thousand letters of its text. */
function bytesOf({ changes }: LiveChanges): number {
  return changes === 'many' ? 0 : changes.length * 4_000
}

function toJson({ post, isNew }: LiveChange) {
  const { id, number, voteCount, commentCount, status } = post
  return { id, number, vote_count: voteCount, comment_count: commentCount, status, is_new: isNew }
}
