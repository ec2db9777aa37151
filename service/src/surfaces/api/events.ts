import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { atInstant, type ServerCall } from '../../domain/call/index.ts'
import { stillValid } from '../../domain/caller-keys/index.ts'
import {
  type FeedPage,
  type FeedQuery,
  oldestEvent,
  readFeed,
  recordedTypes,
  SHOWN_TYPES,
} from '../../domain/event-feed/index.ts'
import type { Position } from '../../domain/events/index.ts'
import { idPattern, isId } from '../../foundation/ids/index.ts'
import { cursorInvalid } from '../../foundation/paging/index.ts'
import { notFound } from '../../foundation/problems/index.ts'
import { INSTANT_LENGTH, readInstant } from '../../foundation/schemas/index.ts'
import type { ApiContext } from './context.ts'
import { endpoint } from './endpoint.ts'
import { Event, toEventJson } from './event-json.ts'
import { listName, PAGE_QUERY, USUAL_LIMIT } from './paging.ts'
import { OneOf } from './schema.ts'

const LONGEST_WAIT_S = 25
/** An RFC 3339 timestamp. */
const TIME = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$`

/** The id of an event, or a moment. */
export const EventOrTime = (description: string) =>
  Type.Codec(
    Type.String({
      maxLength: INSTANT_LENGTH, // an id is shorter
      pattern: `${idPattern('event')}|${TIME}`,
      description,
    }),
  )
    .Decode((text) => (isId('event', text) ? text : readInstant(text)))
    .Encode((since) => (since instanceof Date ? since.toISOString() : since))

export const list = endpoint({
  access: 'events:read',
  schema: {
    operationId: 'listEvents',
    summary: 'Read what happened',
    description:
      'The oldest first, each event once, in an order that never changes. `next_cursor` is never null. At the end of the log, keep it and ask again with it; with `wait` the answer comes as soon as something happens. A page may be empty before the end. Events are kept for 90 days by default.',
    tags: ['Events'],
    querystring: Type.Object(
      {
        ...PAGE_QUERY,
        since: Type.Optional(
          EventOrTime(
            'Begin after the event with this id, or at this time. With a cursor, send the same value as for the first page.',
          ),
        ),
        type: Type.Optional(
          Type.Array(OneOf(SHOWN_TYPES), {
            minItems: 1,
            maxItems: SHOWN_TYPES.length,
            description: 'Only events of this type; may be sent several times.',
          }),
        ),
        wait: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: LONGEST_WAIT_S,
            description: 'How many seconds to wait if there is nothing to return yet; 0 if absent.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        {
          data: Type.Array(Event, { description: 'What happened, in order.' }),
          next_cursor: Type.String({ description: 'Send it as `cursor` to go on from here.' }),
        },
        { description: 'What happened.' },
      ),
    },
  },
  problems: [cursorInvalid, notFound],
  handler: async (call, request, reply, context) => {
    const { limit = USUAL_LIMIT, cursor, wait = 0, type, since } = request.query
    const list = listName(call, '/v1/events', { type: type?.toSorted(), since })
    const after = cursor === undefined ? undefined : (context.cursors.read(list, cursor) as Position) // what this list wrote
    const query = {
      limit,
      oldest: oldestEvent(call.now, context.eventsKeptDays),
      ...(type && { types: type }),
      ...(since !== undefined && { since }),
    }
    const page = await readWaiting(context, call, { after, query, waitMs: wait * 1000, gone: goneSignal(reply) })
    return {
      data: page.events.map((event) => toEventJson(call, event)),
      next_cursor: context.cursors.write(list, { tx: page.next.tx, seq: page.next.seq }),
    }
  },
})

interface Asked {
  readonly after: Position | undefined
  readonly query: FeedQuery
  readonly waitMs: number
  readonly gone: AbortSignal
}

/**
 * Reads; at the end of the log, waits and reads again, while time is left and the key is valid. Before the end a page is answered even if it
 * is empty: so each part of the log that is scanned is a request that the limits count.
 */
async function readWaiting(context: ApiContext, call: ServerCall<'events:read'>, asked: Asked): Promise<FeedPage> {
  const { eventWaits } = context
  const until = performance.now() + asked.waitMs
  const types = recordedTypes(asked.query)
  let page = await readFeed(call, asked.after, asked.query)
  for (;;) {
    const left = until - performance.now()
    const isToWait = page.events.length === 0 && !page.isCut && left > 0
    if (!isToWait || asked.gone.aborted || eventWaits.isStopped()) return page
    const place = { projectId: call.project.id, types, ...page.next }
    const from = await eventWaits.wait(place, left, asked.gone)
    const now = atInstant(call, context.now())
    await stillValid(now)
    page = await readFeed(now, from, asked.query)
  }
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}
