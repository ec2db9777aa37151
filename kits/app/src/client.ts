import { callsOf, type Queried } from '../../transport/src/calls.ts'
import type { CallOptions } from '../../transport/src/parcel.ts'
import type { Operations } from './api.ts'
import { type AppOperations, createFeedbackConnection } from './connection.ts'
import type { FeedbackClientOptions } from './options.ts'

export type FeedbackClient = ReturnType<typeof createFeedbackClient>

/** A client of one project's feedback board. It asks for nothing until it is used. */
export function createFeedbackClient(options: FeedbackClientOptions) {
  const { send, request, signIn, signOut } = createFeedbackConnection(options)
  const { plain, withId, withBody, withIdAndBody, list, listWithId } = callsOf<AppOperations>(send)

  return {
    /** Any call, also those without a method here: request('GET /statuses/{id}', { path: { id } }). */
    request,
    /** Signs in now instead of at the first call that needs it. Returns the user. */
    signIn,
    /** Ends the session and forgets it. Calls of the user that are still running are not sent again. */
    signOut,
    project: plain('GET /project'),
    posts: {
      list: list('GET /posts'),
      get: withId('GET /posts/{id}'),
      /** Existing posts that resemble a title while it is typed. */
      similar: list('GET /posts/similar'),
      create: withBody('POST /posts'),
      edit: withIdAndBody('PATCH /posts/{id}'),
      delete: withId('DELETE /posts/{id}'),
      vote: withId('PUT /posts/{id}/vote'),
      unvote: withId('DELETE /posts/{id}/vote'),
      follow: withId('PUT /posts/{id}/follow'),
      unfollow: withId('DELETE /posts/{id}/follow'),
      comments: {
        list: listWithId('GET /posts/{id}/comments'),
        create: withIdAndBody('POST /posts/{id}/comments'),
      },
    },
    comments: {
      edit: withIdAndBody('PATCH /comments/{id}'),
      delete: withId('DELETE /comments/{id}'),
    },
    reports: {
      /** Reports a post or a comment to the team. */
      create: withBody('POST /reports'),
    },
    statuses: { list: list('GET /statuses') },
    tags: { list: list('GET /tags') },
    /** Every column of the roadmap with its first posts. */
    roadmap: (...[query, options]: Queried<Operations['GET /roadmap']>) =>
      request('GET /roadmap', { query, ...options }),
    changelog: {
      list: list('GET /changelog'),
      get: withId('GET /changelog/{id}'),
    },
    me: {
      get: plain('GET /me'),
      update: withBody('PATCH /me'),
      posts: list('GET /me/posts'),
      votes: list('GET /me/votes'),
      follows: list('GET /me/follows'),
      /** The user's notifications, the newest first. A page also has the `unread_count`. */
      notifications: list('GET /me/notifications'),
      /** Marks a notification and all older ones as read. */
      readNotifications: withBody('POST /me/notifications/read'),
      /** All data that the service stores about the user. */
      export: plain('GET /me/export'),
    },
    boardCodes: {
      /** A one-time address of the board, on which the user is signed in. Open it in the browser at once. */
      create: (options?: CallOptions) => request('POST /board_codes', { body: {}, ...options }),
    },
  }
}
