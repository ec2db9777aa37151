import { type AnswerOf, callsOf, type InputOf, type Queried } from '../../transport/src/calls.ts'
import { deliver } from '../../transport/src/delivery.ts'
import { type AnyInput, type CallOptions, parcelOf, partsOf } from '../../transport/src/parcel.ts'
import type { Event, Operations, Page } from './api.ts'
import { checkClientOptions, type ServerClientOptions } from './client-options.ts'
import { type EventQuery, eventStream, pageOrStream } from './event-stream.ts'

/** An operation that a server can call, such as 'GET /posts/{id}'. */
export type Operation = keyof Operations
export type Input<O extends Operation> = InputOf<Operations[O]>
export type Answer<O extends Operation> = AnswerOf<Operations[O]>

export type ServerClient = ReturnType<typeof createServerClient>

/** A client that calls the API as your team, with a secret key. It sends nothing until it is used. */
export function createServerClient(options: ServerClientOptions) {
  const { secretKey, ...transport } = checkClientOptions(options)

  async function send(operation: string, input: AnyInput = {}): Promise<unknown> {
    const [method, template] = partsOf(operation)
    const parcel = parcelOf(transport, method, template, input)
    return deliver(transport, { ...parcel, headers: { ...parcel.headers, Authorization: `Bearer ${secretKey}` } })
  }

  const calls = callsOf<Operations>(send)
  const { request, plain, withBody, list } = calls
  return {
    /** Any call, by its name in the API: request('GET /posts/{id}', { path: { id } }). */
    request,
    project: {
      get: plain('GET /project'),
      update: withBody('PATCH /project'),
      /** Looks in DNS for the TXT record that proves the project's own domain. */
      verifyDomain: plain('POST /project/verify_domain'),
      /** A form with one part, the picture. */
      setLogo: withBody('PUT /project/logo'),
      removeLogo: plain('DELETE /project/logo'),
    },
    ...feedbackOf(calls),
    ...settingsOf(calls),
    ...peopleOf(calls),
    ...insightsOf(calls),
    /** Every column of the roadmap with its first posts. */
    roadmap: (...[query, options]: Queried<Operations['GET /roadmap']>) =>
      request('GET /roadmap', { query, ...options }),
    /** A picture for a text: a form with one part, the file. Put the `markdown` of the answer into the text within a day. */
    files: { create: withBody('POST /files') },
    auditLog: { list: list('GET /audit_log') },
    ...webhooksOf(calls),
    imports: {
      list: list('GET /imports'),
      get: calls.withId('GET /imports/{id}'),
      /** Records as lines of JSON: `new Blob([lines], { type: 'application/x-ndjson' })`. */
      create: (body: BodyOf<'POST /imports'>, query: Operations['POST /imports']['query'], options?: CallOptions) =>
        request('POST /imports', { body, query, ...options }),
      start: calls.withId('POST /imports/{id}/start'),
      /** Deletes all that the import made. */
      undo: calls.withId('POST /imports/{id}/undo'),
    },
    /**
     * What happened, the oldest first. `for await` gives every event after `after`, the id of the last one that you have handled, and then
     * those that happen, without an end. `await` gives one page after `cursor`, with the `next_cursor` to ask with again.
     */
    events: ({ after, ...query }: EventQuery = {}, options: CallOptions = {}): Events => {
      const ask = (query: object) => request('GET /events', { query, ...options })
      const page = () => ask({ ...query, ...(after !== undefined && { since: after }) })
      const { sleep } = transport
      return pageOrStream(page, () => eventStream({ ...query, after }, { ask, sleep, signal: options.signal }))
    },
  }
}

type Calls = ReturnType<typeof callsOf<Operations>>
/** One page of events, or all of them as they happen. */
export type Events = Promise<Page<Event>> & AsyncIterable<Event>
/** `created_at`: the time of an imported vote. */
type VoteOptions = CallOptions & { readonly created_at?: string; readonly note?: string }
type BodyOf<O extends Operation> = Input<O> extends { body?: infer Body } ? Body : never

/** The content of users, and the actions of your team on it. */
function feedbackOf({ request, withId, withBody, withIdAndBody, list, listWithId }: Calls) {
  const castOf = ({ created_at, note, ...options }: VoteOptions = {}) => {
    const body = { ...(created_at !== undefined && { created_at }), ...(note !== undefined && { note }) }
    return { ...(Object.keys(body).length > 0 && { body }), ...options }
  }
  return {
    posts: {
      list: list('GET /posts'),
      get: withId('GET /posts/{id}'),
      /** Existing posts that resemble a title while it is typed. */
      similar: list('GET /posts/similar'),
      /** As your team, or with `user_id` or `sub` for one of your users. */
      create: withBody('POST /posts'),
      edit: withIdAndBody('PATCH /posts/{id}'),
      delete: withId('DELETE /posts/{id}'),
      /** With a `comment`, which is official and public. */
      changeStatus: withIdAndBody('POST /posts/{id}/status'),
      /** Votes, comments and followers go to the other post, each person once. */
      merge: withIdAndBody('POST /posts/{id}/merge'),
      unmerge: withId('POST /posts/{id}/unmerge'),
      activity: listWithId('GET /posts/{id}/activity'),
      /** The people whom a comment on it can mention. */
      people: withId('GET /posts/{id}/people'),
      comments: {
        list: listWithId('GET /posts/{id}/comments'),
        create: withIdAndBody('POST /posts/{id}/comments'),
      },
      votes: {
        list: listWithId('GET /posts/{id}/votes'),
        /** On behalf of a user. Voting twice is one vote. */
        cast: (id: string, userId: string, options?: VoteOptions) =>
          request('PUT /posts/{id}/votes/{user_id}', { path: { id, user_id: userId }, ...castOf(options) }),
        withdraw: (id: string, userId: string, options?: CallOptions) =>
          request('DELETE /posts/{id}/votes/{user_id}', { path: { id, user_id: userId }, ...options }),
        /** By your own id of the user. */
        castBySub: (id: string, sub: string, options?: VoteOptions) =>
          request('PUT /posts/{id}/votes/by_sub/{sub}', { path: { id, sub }, ...castOf(options) }),
        withdrawBySub: (id: string, sub: string, options?: CallOptions) =>
          request('DELETE /posts/{id}/votes/by_sub/{sub}', { path: { id, sub }, ...options }),
      },
    },
    comments: {
      list: list('GET /comments'),
      get: withId('GET /comments/{id}'),
      edit: withIdAndBody('PATCH /comments/{id}'),
      delete: withId('DELETE /comments/{id}'),
    },
    /** Posts and comments that wait for approval or were reported. The id is that of the post or comment. */
    moderation: {
      list: list('GET /moderation'),
      approve: withId('POST /moderation/{id}/approve'),
      reject: withId('POST /moderation/{id}/reject'),
    },
    /** Two posts that probably say the same. To merge them: `posts.merge`. */
    duplicates: {
      list: list('GET /duplicates'),
      /** They are not the same, and are not suggested again. */
      dismiss: withBody('POST /duplicates/dismiss'),
      reopen: withBody('POST /duplicates/reopen'),
    },
    changelog: {
      list: list('GET /changelog'),
      get: withId('GET /changelog/{id}'),
      create: withBody('POST /changelog'),
      edit: withIdAndBody('PATCH /changelog/{id}'),
      delete: withId('DELETE /changelog/{id}'),
    },
  }
}

/** The parts of a board. */
function settingsOf({ request, withId, withBody, withIdAndBody, list, listWithId }: Calls) {
  return {
    statuses: {
      list: list('GET /statuses'),
      get: withId('GET /statuses/{id}'),
      create: withBody('POST /statuses'),
      edit: withIdAndBody('PATCH /statuses/{id}'),
      delete: withId('DELETE /statuses/{id}'),
    },
    categories: {
      list: list('GET /categories'),
      get: withId('GET /categories/{id}'),
      create: withBody('POST /categories'),
      edit: withIdAndBody('PATCH /categories/{id}'),
      /** Its posts go to the category `move_to`. Without one, only an empty category can be deleted. */
      delete: (id: string, { move_to, ...options }: CallOptions & { readonly move_to?: string } = {}) =>
        request('DELETE /categories/{id}', {
          path: { id },
          ...(move_to !== undefined && { query: { move_to } }),
          ...options,
        }),
    },
    fields: {
      list: list('GET /fields'),
      get: withId('GET /fields/{id}'),
      create: withBody('POST /fields'),
      edit: withIdAndBody('PATCH /fields/{id}'),
      /** Its values are deleted with it. */
      delete: withId('DELETE /fields/{id}'),
    },
    segments: {
      list: list('GET /segments'),
      get: withId('GET /segments/{id}'),
      create: withBody('POST /segments'),
      edit: withIdAndBody('PATCH /segments/{id}'),
      delete: withId('DELETE /segments/{id}'),
      /** How many people belong to it. */
      count: withId('GET /segments/{id}/count'),
      /** How many people rules would find. */
      preview: withBody('POST /segments/count'),
      people: listWithId('GET /segments/{id}/users'),
    },
    tags: {
      list: list('GET /tags'),
      get: withId('GET /tags/{id}'),
      create: withBody('POST /tags'),
      edit: withIdAndBody('PATCH /tags/{id}'),
      delete: withId('DELETE /tags/{id}'),
    },
  }
}

/** Who wants which post, and what their accounts are worth. */
function insightsOf({ request, list }: Calls) {
  return {
    insights: {
      /** Each page has `base`: the people whose votes were counted. */
      posts: list('GET /insights/posts'),
    },
    accounts: {
      list: list('GET /accounts'),
      get: (name: string, options?: CallOptions) => request('GET /accounts/{name}', { path: { name }, ...options }),
    },
  }
}

/** Where events are sent, and what became of each. */
function webhooksOf({ plain, withId, withBody, withIdAndBody, listWithId }: Calls) {
  return {
    webhooks: {
      list: plain('GET /webhooks'),
      get: withId('GET /webhooks/{id}'),
      /** The answer holds the secret, which is shown once. */
      create: withBody('POST /webhooks'),
      edit: withIdAndBody('PATCH /webhooks/{id}'),
      delete: withId('DELETE /webhooks/{id}'),
      /** For 24 hours both secrets sign. */
      rotateSecret: withId('POST /webhooks/{id}/rotate_secret'),
      /** Sends an event of the type webhook.test, and answers with what became of it. */
      test: withId('POST /webhooks/{id}/test'),
      deliveries: listWithId('GET /webhooks/{id}/deliveries'),
      /** All that failed in a span. */
      redeliverFailed: withIdAndBody('POST /webhooks/{id}/redeliver_failed'),
      /** Everything that happened after an event or a time. */
      replay: withIdAndBody('POST /webhooks/{id}/replay'),
    },
    deliveries: {
      get: withId('GET /deliveries/{id}'),
      redeliver: withId('POST /deliveries/{id}/redeliver'),
    },
  }
}

/** The users of the board, how they sign in, and which addresses get no mail. */
function peopleOf({ request, withId, withBody, withIdAndBody, list }: Calls) {
  return {
    mailSuppressions: {
      list: list('GET /mail_suppressions'),
      /** For an address that your mail provider reported. */
      create: withBody('POST /mail_suppressions'),
      delete: withId('DELETE /mail_suppressions/{id}'),
    },
    users: {
      list: list('GET /users'),
      get: withId('GET /users/{id}'),
      /** By your own id of the user. */
      getBySub: (sub: string, options?: CallOptions) =>
        request('GET /users/by_sub/{sub}', { path: { sub }, ...options }),
      /** Creates the user or replaces their claims, which are those of a sign-in token; absent claims are removed. */
      putBySub: (sub: string, body: BodyOf<'PUT /users/by_sub/{sub}'>, options?: CallOptions) =>
        request('PUT /users/by_sub/{sub}', { path: { sub }, body, ...options }),
      /** Ends every session, and keeps the user out until they are unbanned. */
      ban: withIdAndBody('POST /users/{id}/ban'),
      unban: withId('POST /users/{id}/unban'),
      /** Removes all data that identifies the person. It cannot be undone. */
      erase: withId('POST /users/{id}/erase'),
      endSessions: withId('DELETE /users/{id}/sessions'),
    },
    signingKeys: {
      list: list('GET /signing_keys'),
      /** Adds a key, such as the `publicJwk` of `generateKeyPair`. */
      add: withBody('POST /signing_keys'),
      /** The key still verifies for 24 hours. */
      retire: (kid: string, options?: CallOptions) =>
        request('POST /signing_keys/{kid}/retire', { path: { kid }, ...options }),
      /** The key stops at once. With `endSessions` everybody who signed in with it is signed out too, as needed for a stolen key. */
      revoke: (kid: string, { endSessions, ...options }: CallOptions & { readonly endSessions?: boolean } = {}) =>
        request('POST /signing_keys/{kid}/revoke', {
          path: { kid },
          ...(endSessions !== undefined && { body: { end_sessions: endSessions } }),
          ...options,
        }),
      /** Checks a token against every rule, without using it up. */
      checkToken: withBody('POST /signing_keys/check_token'),
    },
    /** Recently refused tokens, and the reasons. */
    rejectedSignIns: { list: list('GET /rejected_sign_ins') },
  }
}
